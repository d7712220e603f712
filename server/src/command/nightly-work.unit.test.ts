import { DAY, HOUR } from '@cheyi/domain/time'
import { describe, expect, it } from 'vitest'
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
