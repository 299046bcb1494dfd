%% A small module.
-module(example).
-behaviour(gen_server).
-export([start/1, area/1, loop/2]).
-import(lists, [map/2, foldl/3]).
-include("records.hrl").
-include_lib("kernel/include/file.hrl").
-define(LIMIT, 10).
-define(SQUARE(X), (X * X)).
-compile([export_all, nowarn_export_all]).

-record(point, {x = 0 :: integer(), y, label = "none"}).
-type shape() :: {circle, number()} | {square, number()}.
-opaque state() :: #{count := integer(), name => binary()}.
-spec area(shape()) -> number().
-callback init(Args :: term()) -> ok | {error, atom()}.

-ifdef(DEBUG).
-define(LOG(M), io:format("~p~n", [M])).
-else.
-define(LOG(M), ok).
-endif.

area({circle, R}) when is_number(R), R > 0; R =:= 0 ->
    3.14 * R * R;
area({square, S}) ->
    ?SQUARE(S);
area(_) ->
    erlang:error(badarg).

start(Options) ->
    Pid = spawn(fun() -> loop([], Options) end),
    register(server, Pid),
    Point = #point{x = 1, y = 2},
    Moved = Point#point{x = Point#point.x + 1},
    Map = #{count => 1, name => <<"one">>},
    #{count := Count} = Map#{count := 2},
    <<Length:16/big-unsigned, Rest/binary>> = <<0, 3, "abc">>,
    Squares = [X * X || X <- lists:seq(1, 10), X rem 2 == 0],
    Double = fun Self(0) -> 0; Self(N) -> 2 + Self(N - 1) end,
    Result = try area(Moved) of
        Value when Value > ?LIMIT -> {ok, Value};
        Value -> Value
    catch
        error:badarg -> none;
        _:Reason:Stack -> {Reason, Stack}
    after
        cleanup()
    end,
    ok = begin Pid ! {self(), Result}, ok end,
    {Double(3), Length, Rest, Squares, Count, fun area/1, not true, -Count}.

loop(State, Timeout) ->
    receive
        {From, Message} when is_pid(From) ->
            From ! {ok, Message},
            loop([Message | State], Timeout);
        stop ->
            ok
    after Timeout ->
        if
            length(State) > 3 -> many;
            State == [] -> empty;
            true -> some
        end
    end,
    case State of
        [] -> "none";
        [Head, "tail" | _] -> Head ++ "x" ++ io_lib:format("~w", [State])
    end.
