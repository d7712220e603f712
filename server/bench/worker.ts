import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/*
 * A program of the bench in a process of its own that does what it is asked, one thing at a time: who makes load and who
 * answers it must not share a thread.
 */

type Tasks = Readonly<Record<string, (ask: never) => unknown>>

/** In the worker: answers what {@link startWorker}'s `ask` asks. It ends when the bench does. */
export function work(tasks: Tasks): void {
  process.on('message', async ({ task, ask }: { task: string; ask: never }) => {
    try {
      process.send!({ answer: await tasks[task]!(ask) })
    } catch (error) {
      process.send!({ failure: error instanceof Error ? (error.stack ?? error.message) : String(error) })
    }
  })
  process.on('disconnect', () => process.exit())
}

export interface Worker<T extends Tasks> {
  /** @throws Error with what the worker said when its task failed */
  ask<K extends keyof T>(task: K, ask: Parameters<T[K]>[0]): Promise<Awaited<ReturnType<T[K]>>>
  [Symbol.dispose](): void
}

/** Starts `file` of the folder `measure`, whose `tasks` were given to {@link work}. */
export function startWorker<T extends Tasks>(file: string): Worker<T> {
  const child = fork(fileURLToPath(new URL(`measure/${file}`, import.meta.url)), { serialization: 'advanced' })
  return {
    ask: (task, ask) => askWorker(child, { task, ask }) as never,
    [Symbol.dispose]: () => void child.disconnect(),
  }
}

function askWorker(child: ChildProcess, question: object): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const ended = () => reject(new Error('a worker of the bench has ended'))
    child.once('exit', ended)
    child.once('message', ({ answer, failure }: { answer?: unknown; failure?: string }) => {
      child.off('exit', ended)
      if (failure === undefined) resolve(answer)
      else reject(new Error(failure))
    })
    child.send(question)
  })
}
