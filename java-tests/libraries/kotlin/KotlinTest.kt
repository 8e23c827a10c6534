import java.util.concurrent.Executors
import kotlin.concurrent.thread
import kotlinx.coroutines.asCoroutineDispatcher
import kotlinx.coroutines.async
import kotlinx.coroutines.delay
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.test.runTest
import kotlinx.coroutines.withContext
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Test

class KotlinTest {
    private var sum = 0

    @Test
    fun `two threads race`() {
        val threads = List(2) { thread { sum++ } }
        threads.forEach { it.join() }
        assertEquals(2, sum)
    }

    @Test
    fun locked() {
        val threads = List(2) { thread { synchronized(this) { sum++ } } }
        threads.forEach { it.join() }
        assertEquals(2, sum)
    }

    @Test
    fun blocking() = runBlocking {
        val three = async { 3 }
        assertEquals(3, three.await())
    }

    @Test
    fun virtualTime() = runTest {
        val job = launch {
            delay(1000)
            sum = 5
        }
        job.join()
        assertEquals(5, sum)
    }

    @Test
    fun otherThread(): Unit = runBlocking {
        val pool = Executors.newSingleThreadExecutor().asCoroutineDispatcher()
        withContext(pool) { sum = 3 }
        assertEquals(3, sum)
        pool.close()
    }
}
