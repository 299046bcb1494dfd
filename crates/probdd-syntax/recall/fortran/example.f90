! A small program.
module shapes
  use iso_fortran_env, only: real64, int32
  implicit none
  private
  public :: area, point
  integer, parameter :: limit = 10
  real(real64), dimension(3) :: origin = [0.0, 0.0, 0.0]

  type :: point
    real :: x = 0.0, y
    integer, allocatable :: labels(:)
  contains
    procedure :: length
  end type point

  interface area
    module procedure area_circle
  end interface
contains
  pure function area_circle(radius, scale) result(value)
    real, intent(in) :: radius
    real, intent(in), optional :: scale
    real :: value
    value = 3.14 * radius**2
    if (present(scale)) value = value * scale
  end function area_circle

  real function length(self)
    class(point), intent(in) :: self
    length = sqrt(self%x * self%x + self%y * self%y)
  end function length

  subroutine fill(values, count)
    integer, intent(inout) :: values(:)
    integer, intent(in) :: count
    integer :: i
    do i = 1, count, 2
      if (i == 5) cycle
      values(i) = i * 2
    end do
    do while (values(1) < limit)
      values(1) = values(1) + 1
      exit
    end do
    where (values > 3)
      values = 0
    end where
  end subroutine fill
end module shapes

program main
  use shapes
  implicit none
  integer :: n, status
  integer, dimension(:), allocatable :: data
  character(len=20) :: text
  logical :: done = .false.
  type(point) :: p
  n = 4
  allocate(data(n), stat=status)
  data = [1, 2, 3, 4]
  call fill(data, count=n)
  if (n > 3 .and. .not. done) then
    print *, "large", n
  else if (n == 0) then
    write (*, '(a, i0)') "none", n
  else
    text = "some" // " text"
  end if
  select case (n)
  case (1, 2)
    n = 0
  case (3:5)
    n = n - 1
  case default
    stop 1
  end select
  associate (first => data(1))
    first = -first
  end associate
  p = point(1.0, 2.0)
  open (unit=10, file="input.txt", status="old")
  read (10, *) n
  close (10)
  deallocate (data)
  print *, area(real(n)), sum(data(1:2)), max(n, 3)
end program main
