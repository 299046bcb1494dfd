#version 450 core
#extension GL_ARB_separate_shader_objects : enable
#define COUNT 4
#define SQUARE(x) ((x) * (x))

precision highp float;

layout(location = 0) in vec3 normal;
layout(location = 1) flat in int kind;
layout(location = 0, index = 1) out vec4 color;
uniform sampler2D image;
const float PI = 3.14159;
vec3 lights[COUNT];

layout(std140, binding = 0) uniform Camera {
  mat4 view;
  mat4 projection;
  vec3 position;
} camera;

struct Material {
  vec3 ambient, diffuse;
  float shininess;
};

float square(float x);

float attenuation(in float distance, const float radius) {
  return 1.0 / (1.0 + SQUARE(distance / radius));
}

vec3 shade(Material material, vec3 light, inout float total) {
  vec3 direction = normalize(light - camera.position);
  float angle = max(dot(normal, direction), 0.0);
  total += angle;
  if (angle > 0.5 && total < 10.0) {
    return material.diffuse.rgb * angle;
  } else if (angle < 0.0) {
    discard;
  } else {
    total = 0.0;
  }
  return material.ambient;
}

#ifdef DEBUG
void debug() { color = vec4(1.0, 0.0, 0.0, 1.0); }
#else
void debug() {}
#endif

void main() {
  Material material;
  float total = 0.0, scale = 2.0;
  vec3 sum = vec3(0.0);
  for (int i = 0; i < COUNT; i++) {
    if (i == 2) continue;
    sum += shade(material, lights[i], total);
  }
  int n = 0;
  while (n < 3) {
    n++;
  }
  do {
    n--;
    break;
  } while (n > 0);
  switch (kind) {
    case 0:
      sum = -sum;
      break;
    default:
      sum *= scale;
  }
  // A comment.
  vec4 texel = texture(image, sum.xy);
  float chosen = kind > 1 ? texel.a : float(kind);
  color = vec4(sum, chosen) * texel;
}
