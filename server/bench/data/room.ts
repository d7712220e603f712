import { statfs } from 'node:fs/promises'
import type { BootLog } from '../../src/kernel/postgres/postgres.ts'

const GB = 1e9
/** Bytes of an order with all that hangs on it and its indexes, and of what is sorted and joined to make it. */
const ORDER = 10_000
/** A cluster without orders, its WAL, and the copies of the smaller databases that a run makes. */
const REST = 4 * GB

/** Bytes that databases of so many orders need while they are made. */
export const roomFor = (orders: readonly number[]): number => REST + orders.reduce((sum, n) => sum + n * ORDER, 0)

/** @throws Error in Chinese when the disk of `folder` has less room than `needed` bytes */
export async function ensureRoom(folder: string, needed: number, log: BootLog): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  const said = roomText(needed, bavail * bsize)
  log.info(said)
  if (bavail * bsize < needed) throw new Error(`磁盘空间不足：${said}`)
}

export const roomText = (needed: number, free: number): string =>
  `需要约 ${Math.ceil(needed / GB)} GB 磁盘，可用 ${Math.floor(free / GB)} GB`
