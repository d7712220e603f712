import { describe, expect, it } from 'vitest'
import { canCountCpu, cpuOf, parseStat } from './cpu.ts'

describe('/proc/<pid>/stat', () => {
  const line = (name: string) =>
    `4711 (${name}) S 17 4711 4711 0 -1 4194304 4242 99 0 0 120 30 5 7 20 0 11 0 12345 1234567 890 18446744073709551615 1 1`

  it('tells parent and the CPU of ended children in milliseconds', () => {
    expect(parseStat(line('postgres'))).toEqual({ parent: 17, ended: 120 })
  })

  it('is not misled by the name of the program', () => {
    expect(parseStat(line('a) R 1 (b'))).toEqual({ parent: 17, ended: 120 })
  })

  it.runIf(canCountCpu)('counts what this process works, finer than the ticks of the clock', async () => {
    const before = await cpuOf(process.pid)
    let sum = 0
    for (let n = 0; n < 1_000_000; n++) sum += Math.sqrt(n)
    expect(sum).toBeGreaterThan(0)
    expect(await cpuOf(process.pid)).toBeGreaterThan(before)
  })
})
