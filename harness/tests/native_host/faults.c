#include <jni.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static JavaVM *machine;

JNIEXPORT jint JNICALL JNI_OnLoad(JavaVM *vm, void *unused) {
    machine = vm;
    return JNI_VERSION_1_8;
}

#define NATIVE(name, ...) JNIEXPORT jint JNICALL Java_Faults_##name(JNIEnv *env, jclass class, ##__VA_ARGS__)

NATIVE(crash) { return *(volatile int *) 8; }
NATIVE(exit, jint code) { exit(code); return 0; }
NATIVE(hang) { for (;;) pause(); return 0; }

/* Writes to whatever may be the pipe. */
static void everywhere(const void *bytes, size_t count) {
    for (int fd = 3; fd < 256; fd++) {
        if (write(fd, bytes, count) < 0) continue;
    }
}
NATIVE(garbage) { everywhere("\x05\0\0\0hello", 9); return 1; }
NATIVE(huge) { everywhere("\0\0\0\x40", 4); return 1; }
NATIVE(silent) {
    for (int fd = 0; fd < 256; fd++) close(fd);
    for (;;) pause();
    return 1;
}

NATIVE(callback) {
    jmethodID method = (*env)->GetStaticMethodID(env, class, "called", "()V");
    if (method == 0) return 0;
    (*env)->CallStaticVoidMethod(env, class, method);
    return 1;
}
NATIVE(makes) {
    jclass list = (*env)->FindClass(env, "java/util/ArrayList");
    return (*env)->NewObject(env, list, 0) != 0;
}
NATIVE(finds) { return (*env)->FindClass(env, "some/Other") != 0; }
NATIVE(global, jobject o) { return (*env)->NewGlobalRef(env, o) != 0; }
NATIVE(critical, jintArray a) {
    void *p = (*env)->GetPrimitiveArrayCritical(env, a, 0);
    (*env)->ReleasePrimitiveArrayCritical(env, a, p, 0);
    return 0;
}
NATIVE(field, jobject o) { return (*env)->GetFieldID(env, (*env)->GetObjectClass(env, o), "hash", "I") != 0; }

static void *attaches(void *unused) {
    void *env;
    (*machine)->AttachCurrentThread(machine, &env, 0);
    return 0;
}
NATIVE(thread) {
    pthread_t thread;
    pthread_create(&thread, 0, attaches, 0);
    pthread_join(thread, 0);
    return 0;
}
static int calls;
NATIVE(counts) { return ++calls; }
JNIEXPORT jint JNICALL Java_Faults_receiver(JNIEnv *env, jobject this) { return this != 0; }
