#pragma once
#include <cairo.h>
#include <pango/pango.h>
#include <pango/pangocairo.h>
