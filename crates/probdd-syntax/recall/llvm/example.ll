source_filename = "example.c"
target datalayout = "e-m:e-i64:64"
target triple = "x86_64-unknown-linux-gnu"

%struct.point = type { i32, ptr, [4 x i8] }

@table = internal constant [2 x i32] [i32 1, i32 2], align 4
@text = private unnamed_addr constant [3 x i8] c"ab\00"
@counter = dso_local global i32 0, align 4

; a comment
declare i32 @printf(ptr noundef, ...) #1
declare void @copy(ptr nocapture, ptr, i64, i1)

define internal i32 @add(i32 noundef %left, i32 %right) unnamed_addr #0 {
entry:
  %sum = add nsw i32 %left, %right
  ret i32 %sum
}

define dso_local i32 @main(i32 %argc, ptr %argv) local_unnamed_addr #0 {
entry:
  %slot = alloca i32, align 4
  %pair = alloca %struct.point, align 8
  store volatile i32 0, ptr %slot, align 4
  %field = getelementptr inbounds %struct.point, ptr %pair, i32 0, i32 1
  %loaded = load i32, ptr @counter, align 4, !custom !0
  %compared = icmp eq i32 %argc, 3
  br i1 %compared, label %then, label %else

then:
  %called = tail call i32 @add(i32 noundef %loaded, i32 7)
  %cast = sext i32 %called to i64
  br label %end

else:
  switch i32 %argc, label %end [
    i32 1, label %then
    i32 2, label %then
  ]

end:
  %merged = phi i32 [ %called, %then ], [ 0, %else ]
  %chosen = select i1 %compared, i32 %merged, i32 9
  %printed = call i32 (ptr, ...) @printf(ptr @text, i32 %chosen)
  %vector = insertelement <2 x i32> undef, i32 %merged, i32 0
  unreachable
}

attributes #0 = { nounwind "frame-pointer"="all" }
attributes #1 = { noreturn }

!llvm.module.flags = !{!1, !2}
!0 = !{!"int", !1, i64 0}
!1 = !{i32 1, !"wchar_size", i32 4}
!2 = distinct !{i32 2, !"other", i32 5}
