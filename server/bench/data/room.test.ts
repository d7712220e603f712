import { tmpdir } from 'node:os'
import { expect, it } from 'vitest'
import { ensureRoom, roomFor, roomText } from './room.ts'

const silent = { info: () => {}, warn: () => {} }

it('grows with the orders', () => {
  const large = roomFor([200_000, 5_000_000])
  expect(large).toBeGreaterThan(50e9)
  expect(large - roomFor([200_000, 1_000_000])).toBeCloseTo(4_000_000 * 10_000)
})

it('refuses where there is less, and says both', async () => {
  await expect(ensureRoom(tmpdir(), 1e18, silent)).rejects.toThrow(
    /磁盘空间不足：需要约 1000000000 GB 磁盘，可用 \d+ GB/,
  )
  await expect(ensureRoom(tmpdir(), 1, silent)).resolves.toBeUndefined()
  expect(roomText(10.2e9, 9.9e9)).toBe('需要约 11 GB 磁盘，可用 9 GB')
})
