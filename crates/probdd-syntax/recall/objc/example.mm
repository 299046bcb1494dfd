#import <Foundation/Foundation.h>
#import "Shape.h"
#define LIMIT 10
@import UIKit;
@class Circle, Square;

typedef enum { KindSmall, KindLarge = 3 } Kind;
static NSString *const Name = @"name";
struct Pair { int first; float second; };

@protocol Drawable <NSObject>
- (void)draw;
@optional
- (BOOL)isHidden;
@end

@interface Shape : NSObject <Drawable, NSCopying> {
  int count;
  NSString *label;
}
@property (nonatomic, strong) NSString *title;
@property (readonly) NSInteger size;
+ (instancetype)shapeWithName:(NSString *)name size:(NSInteger)size;
- (double)area;
@end

@interface Shape (Private)
- (void)reset;
@end

@implementation Shape
@synthesize title = _title;
@dynamic size;

+ (instancetype)shapeWithName:(NSString *)name size:(NSInteger)size {
  Shape *shape = [[Shape alloc] init];
  shape.title = name;
  return shape;
}

- (double)area {
  NSArray *items = @[ @"a", @"b", @3 ];
  NSDictionary *map = @{ @"key" : @1, @"other" : items };
  if (items.count > LIMIT && self.title) {
    NSLog(@"many %@", map[@"key"]);
  } else if (count == 0) {
    [self reset];
  } else {
    count -= 1;
  }
  for (NSString *item in items) {
    [self.title stringByAppendingString:item];
    continue;
  }
  for (int i = 0; i < 3; i++) {
    count += i;
  }
  while (count > 0) {
    count--;
    break;
  }
  do {
    count++;
  } while (count < 3);
  switch (count) {
    case 1:
      return 1.0;
    default:
      break;
  }
  int (^twice)(int) = ^(int x) { return x * 2; };
  @try {
    [items objectAtIndex:twice(4)];
  } @catch (NSException *error) {
    @throw error;
  } @finally {
    [self reset];
  }
  @synchronized(self) {
    count = 2;
  }
  @autoreleasepool {
    SEL selector = @selector(draw);
    [self performSelector:selector withObject:nil];
  }
  // A comment.
  return (double)count * 2.0 + [Shape shapeWithName:@"x" size:(1 + 2)].area;
}
@end

int main(int argc, const char *argv[]) {
  struct Pair pair = { 1, 2.0f };
  id value = argc > 1 ? @YES : [NSNull null];
  return pair.first + sizeof(value);
}
