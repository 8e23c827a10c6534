import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Test
import scala.concurrent.{Await, ExecutionContext, Future}
import scala.concurrent.duration.DurationInt
import ExecutionContext.Implicits.global

class ScalaTest:
  private var sum = 0

  private def twice(action: Runnable): Unit =
    val threads = List.fill(2)(Thread(action))
    threads.foreach(_.start())
    threads.foreach(_.join())

  @Test def race(): Unit =
    twice(() => sum += 1)
    assertEquals(2, sum)

  @Test def locked(): Unit =
    twice(() => synchronized { sum += 1 })
    assertEquals(2, sum)

  @Test def lazyValue(): Unit =
    lazy val once = { sum += 1; sum }
    twice(() => assertEquals(1, once))

  @Test def future(): Unit =
    val three = Future { 3 }
    assertEquals(4, Await.result(three.map(_ + 1), 5.seconds))
