`timescale 1ns / 1ps
`define WIDTH 8

module adder #(parameter WIDTH = 4, DEPTH = 2) (
  input wire [WIDTH-1:0] left,
  input signed [3:0] right,
  output reg [7:0] sum,
  inout bus
);
  localparam LIMIT = 10;
  wire [3:0] first, second;
  reg flag = 1'b0;
  reg [7:0] memory [0:15];
  integer i, j;
  assign first = left & ~right;
  assign #2 second = flag ? left : (right);

  // a comment
  always @(posedge flag or negedge left[0]) begin : named
    if (flag && !left) begin
      sum <= sum + 1;
    end else if (left == 3)
      sum <= 8'h00;
    else begin
      sum = {first, 2'b01, {2{flag}}};
    end
    case (left)
      4'd1, 4'd2: sum <= 3;
      4'd3: begin
        sum <= 4;
        flag <= 0;
      end
      default: sum <= 5;
    endcase
    for (i = 0; i < 4; i = i + 1) begin
      memory[i] <= i;
    end
    while (i > 0) i = i - 1;
    repeat (3) flag = ~flag;
    #5 flag = 1;
    @(posedge flag) sum = -sum[3:0];
  end

  always @(*) sum = 6;

  initial begin
    $display("text %d", sum, flag);
    fork
      flag = 0;
      sum = 7;
    join
    $finish;
  end

  function [7:0] twice(input [7:0] value, input other);
    begin
      twice = value * 2;
    end
  endfunction

  task show(input integer code);
    $display(code);
  endtask

  adder #(.WIDTH(8), .DEPTH(1)) inner (.left(first), .right(second), .sum(), .bus(bus)), more (first, second);

  generate
    genvar k;
    for (k = 0; k < 2; k = k + 1) begin : loop
      wire deep;
    end
    if (WIDTH > 2) begin
      wire chosen;
    end else begin
      wire other;
    end
  endgenerate

  and gate (flag, left[0], right[0]);
endmodule

module empty;
endmodule
