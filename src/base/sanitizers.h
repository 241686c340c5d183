// sanitizers.h: indicates whether this build uses the address sanitizer or the thread sanitizer.
#pragma once

#if defined(__SANITIZE_ADDRESS__)
#define HOLO_ADDRESS_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HOLO_ADDRESS_SANITIZER 1
#endif
#endif
#ifndef HOLO_ADDRESS_SANITIZER
#define HOLO_ADDRESS_SANITIZER 0
#endif

#if defined(__SANITIZE_THREAD__)
#define HOLO_THREAD_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define HOLO_THREAD_SANITIZER 1
#endif
#endif
#ifndef HOLO_THREAD_SANITIZER
#define HOLO_THREAD_SANITIZER 0
#endif
