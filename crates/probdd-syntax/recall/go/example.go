// Package documentation.
package example

import (
	_ "embed"
	"fmt"
	alias "strings"
)
import "os"

const limit = 10
const (
	red, green int = iota, 5
	blue, yellow
)

var table = []int{1, 2, 3}
var first, second string = "a", "b"
var (
	counter int
	origin  = Point{x: 1, label: "zero"}
)

type number = int
type callback func(code int, name string) (result bool, err error)

// Point documentation.
type Point struct {
	x, y  int `json:"x"`
	label string
	*Inner
	fmt.Stringer
}
type Inner struct{}

type Shape[T any, U comparable] interface {
	Area(scale float64) T
	fmt.Stringer
	~int | ~string
}

func Map[T any, U any](list []T, convert func(T) U) (result []U) {
	for _, item := range list {
		result = append(result, convert(item))
	}
	return result
}

func (p *Point) Move(dx, dy int, rest ...string) error {
	p.x += dx
	p.y++
	return nil
}

func control(count int, channel chan<- int) (int, error) {
	total := 0
outer:
	for i := 0; i < count; i++ {
		if value := i * 2; value > 3 {
			total += i
			continue outer
		} else if i == 2 {
			break outer
		} else {
			total--
		}
	}
	for total > 10 {
		total /= 2
	}
	for {
		break
	}
	for index := range table {
		total ^= index
	}
	switch kind := total; kind {
	case 1, 2:
		total = 3
		fallthrough
	case 4:
		total = 5
	default:
		total = 6
	}
	switch value := any(total).(type) {
	case int, string:
		fmt.Println(value)
	case nil:
	}
	select {
	case channel <- total:
		total = 7
	case received, ok := <-make(chan int, 4):
		_, _ = received, ok
	default:
	}
	// a line comment
	defer func() { recover() }()
	go control(1, nil)
	{
		total = 9
	}
	var local int
	const inside = 11
	mapping := map[string]int{"one": 1, "two": 2}
	square := func(x int) int { return x * x }
	pointer := &Point{1, 2, "x", nil, nil}
	slice := table[1:2:3]
	counter, local = square(local), -mapping["one"]
	channel <- (total + len(slice[:inside]))
	fmt.Println(alias.ToUpper("x"), table[0], !(*pointer == origin), slice...)
	text := any(first).(string)
	_ = Map[int, string](table, nil)
	fmt.Print(text, os.Args)
	if total > 8 {
		goto done
	}
done:
	return total, fmt.Errorf("message %d", total)
}
