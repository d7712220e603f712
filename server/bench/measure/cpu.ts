import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'

/*
 * CPU time of processes as Linux counts it: unlike the time of a clock it does not grow with what else the machine does,
 * or little, by what others push out of the caches.
 */

/** Ticks of `utime` and `stime` are hundredths of a second on every Linux that Node runs on. */
const TICK_MS = 10

export interface ProcessStat {
  readonly parent: number
  /** ms of CPU of children that have ended. */
  readonly ended: number
}

/** Reads `/proc/<pid>/stat`. Its second field is the program's name, which may hold anything. */
export function parseStat(text: string): ProcessStat {
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  // Counted from the third field of the manual's list.
  const ms = (...places: number[]) => places.reduce((sum, place) => sum + Number(fields[place - 3]) * TICK_MS, 0)
  return { parent: Number(fields[1]), ended: ms(16, 17) }
}

const statOf = async (pid: number | string): Promise<ProcessStat | undefined> =>
  readFile(`/proc/${pid}/stat`, 'utf8').then(parseStat, () => undefined)

/** The scheduler counts each thread's time to the nanosecond, where `stat` tells hundredths of a second. */
export const canCountCpu = existsSync('/proc/self/schedstat')

/** ms of CPU that a process's threads of now have used; 0 where it has ended. */
async function ownOf(pid: number | string): Promise<number> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => [])
  const times = await Promise.all(
    threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').catch(() => '0')),
  )
  return times.reduce((sum, time) => sum + Number(time.split(' ')[0]) / 1e6, 0)
}

/** ms of CPU that a process has used. */
export async function cpuOf(pid: number): Promise<number> {
  const own = await ownOf(pid)
  if (own === 0) throw new Error(`process ${pid} has ended`)
  return own
}

/** ms of CPU that the children of a process have used, those that run now. */
export async function cpuOfChildren(parent: number): Promise<number> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const own = await Promise.all(pids.map(async (pid) => ((await statOf(pid))?.parent === parent ? ownOf(pid) : 0)))
  return own.reduce((sum, ms) => sum + ms, 0)
}

/** ms of CPU that a PostgreSQL has used as a whole, given one of its processes: connections, writers and workers. */
export async function cpuOfCluster(backend: number): Promise<number> {
  const postmaster = (await statOf(backend))?.parent
  const stat = postmaster === undefined ? undefined : await statOf(postmaster)
  if (postmaster === undefined || stat === undefined) throw new Error(`the database process ${backend} has ended`)
  return (await ownOf(postmaster)) + stat.ended + (await cpuOfChildren(postmaster))
}
