import { readdir, readFile } from 'node:fs/promises'

/*
 * CPU time of processes as Linux counts it: unlike the time of a clock it does not grow with what else the machine does,
 * or little, by what others push out of the caches.
 */

/** Ticks of `utime` and `stime` are hundredths of a second on every Linux that Node runs on. */
const TICK_MS = 10

export interface ProcessCpu {
  readonly parent: number
  /** ms of CPU, of the process alone. */
  readonly own: number
  /** ms of CPU of children that have ended. */
  readonly ended: number
}

/** Reads `/proc/<pid>/stat`. Its second field is the program's name, which may hold anything. */
export function parseStat(text: string): ProcessCpu {
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  // Counted from the third field of the manual's list.
  const ms = (...places: number[]) => places.reduce((sum, place) => sum + Number(fields[place - 3]) * TICK_MS, 0)
  return { parent: Number(fields[1]), own: ms(14, 15), ended: ms(16, 17) }
}

const statOf = async (pid: number | string): Promise<ProcessCpu | undefined> =>
  readFile(`/proc/${pid}/stat`, 'utf8').then(parseStat, () => undefined)

export const canCountCpu = process.platform === 'linux'

/** ms of CPU that a process has used. */
export async function cpuOf(pid: number): Promise<number> {
  const stat = await statOf(pid)
  if (stat === undefined) throw new Error(`process ${pid} has ended`)
  return stat.own
}

/** ms of CPU that the children of a process have used, those that run now. */
export async function cpuOfChildren(parent: number): Promise<number> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const stats = await Promise.all(pids.map(statOf))
  return stats.reduce((sum, stat) => sum + (stat?.parent === parent ? stat.own : 0), 0)
}

/** ms of CPU that a PostgreSQL has used as a whole, given one of its processes: connections, writers and workers. */
export async function cpuOfCluster(backend: number): Promise<number> {
  const postmaster = (await statOf(backend))?.parent
  const own = postmaster === undefined ? undefined : await statOf(postmaster)
  if (own === undefined) throw new Error(`the database process ${backend} has ended`)
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const stats = await Promise.all(pids.map(statOf))
  const children = stats.filter((stat) => stat?.parent === postmaster)
  return own.own + own.ended + children.reduce((sum, child) => sum + child!.own, 0)
}
