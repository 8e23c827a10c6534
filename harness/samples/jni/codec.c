#include <jni.h>

/* Two of these functions are overloaded in Java, so their names tell the parameters ("__" and the descriptor). */

JNIEXPORT jint JNICALL Java_Codec_checksum(JNIEnv *env, jclass class, jbyteArray data) {
    jsize length = (*env)->GetArrayLength(env, data);
    jbyte *bytes = (*env)->GetByteArrayElements(env, data, 0);
    jint sum = 1;
    for (jsize i = 0; i < length; i++) {
        sum = 31 * sum + bytes[i];
    }
    (*env)->ReleaseByteArrayElements(env, data, bytes, JNI_ABORT);
    return sum;
}

JNIEXPORT void JNICALL Java_Codec_mix___3BI(JNIEnv *env, jobject this, jbyteArray data, jint key) {
    jsize length = (*env)->GetArrayLength(env, data);
    jbyte *bytes = (*env)->GetByteArrayElements(env, data, 0);
    for (jsize i = 0; i < length; i++) {
        bytes[i] = (jbyte) (bytes[i] ^ key);
    }
    (*env)->ReleaseByteArrayElements(env, data, bytes, 0);
}

JNIEXPORT jstring JNICALL Java_Codec_upper(JNIEnv *env, jclass class, jstring text) {
    jchar units[64];
    jsize length = (*env)->GetStringLength(env, text);
    if (length > 64) {
        (*env)->ThrowNew(env, (*env)->FindClass(env, "java/lang/IllegalArgumentException"), "too long");
        return 0;
    }
    (*env)->GetStringRegion(env, text, 0, length, units);
    for (jsize i = 0; i < length; i++) {
        if (units[i] > 127) {
            (*env)->ThrowNew(env, (*env)->FindClass(env, "java/lang/IllegalArgumentException"), "no ASCII");
            return 0;
        }
        if (units[i] >= 'a' && units[i] <= 'z') {
            units[i] -= 'a' - 'A';
        }
    }
    return (*env)->NewString(env, units, length);
}
