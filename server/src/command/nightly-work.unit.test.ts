import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DAY, HOUR } from '@cheyi/domain/time'
import { describe, expect, it } from 'vitest'
import { readBackups } from '../kernel/process/backups.ts'
import { dueWork } from './nightly-work.ts'

const at = (text: string) => Date.parse(`${text}+08:00`)

describe('what is due of a night', () => {
  const evening = at('2026-11-29T22:00:00')
  const lastNight = { newest: at('2026-11-29T02:31:00'), proven: at('2026-11-25T02:50:00') }

  it('nothing until half past two, then a backup', () => {
    expect(dueWork(evening, lastNight)).toBeNull()
    expect(dueWork(at('2026-11-30T02:29:00'), lastNight)).toBeNull()
    expect(dueWork(at('2026-11-30T02:30:00'), lastNight)).toBe('backup')
  })

  it('a machine that was off makes up for it', () => {
    expect(dueWork(at('2026-12-03T15:00:00'), lastNight)).toBe('backup')
  })

  it('a new installation is backed up and its backup restored at once', () => {
    expect(dueWork(evening, { newest: null, proven: null })).toBe('backup')
    expect(dueWork(evening, { newest: evening - HOUR, proven: null })).toBe('proof')
  })

  it('a trial that failed is not begun again before the next night', () => {
    const [newest, proven] = [at('2026-11-30T02:31:00'), at('2026-11-20T02:50:00')]
    const failed = at('2026-11-30T03:10:00')
    expect(dueWork(at('2026-11-30T03:40:00'), { newest, proven }, failed)).toBeNull()
    expect(dueWork(at('2026-11-30T15:00:00'), { newest, proven }, failed)).toBeNull()
    const next = at('2026-12-01T02:31:00')
    expect(dueWork(next, { newest: next, proven }, failed)).toBe('proof')
  })

  it('a backup or a trial of a time that lies ahead, or that was copied later, stands in for none', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'cheyi-nightly-'))
    try {
      // 02:31 in Shanghai.
      for (const name of ['cheyi-20261129-183100', 'cheyi-20261225-183100'])
        await writeFile(join(folder, `${name}.backup`), '')
      await writeFile(join(folder, 'cheyi-20261225-183100.proven'), JSON.stringify({ at: '2026-12-25T18:50:00Z' }))
      const now = at('2026-11-30T14:00:00')
      expect(await readBackups(folder, now)).toEqual({
        newest: at('2026-11-30T02:31:00'),
        proven: null,
        hasKeys: false,
      })
      const next = at('2026-12-01T02:30:00')
      expect(dueWork(next, (await readBackups(folder, next))!)).toBe('backup')
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  it('once a week a backup is restored on trial, in the night', () => {
    const nights = Array.from({ length: 29 }, (_, n) => at('2026-11-30T02:31:00') + n * DAY)
    let proven = nights[0]!
    const proofs = nights.slice(1).filter((night) => {
      const isDue = dueWork(night, { newest: night, proven }) === 'proof'
      if (isDue) proven = night
      return isDue
    })
    expect(proofs).toHaveLength(4)
  })
})
