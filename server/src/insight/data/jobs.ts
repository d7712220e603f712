import { timers } from '@cheyi/domain/booking/order/timers'
import { MINUTE } from '@cheyi/domain/time'
import type { Jobs } from '../../kernel/process/jobs.ts'
import { following } from '../../platform/stream/actions.ts'
import { compareAll } from './compare.ts'
import { figuresFollower } from './keep.ts'
import { tellMorning } from './morning.ts'

export const dataJobs: Jobs = {
  merchants: [{ name: 'morning', schedule: { daily: '08:00' }, work: tellMorning }],
  installation: [
    { name: figuresFollower.name, schedule: { every: MINUTE }, work: following(figuresFollower) },
    { name: 'figuresCompare', schedule: timers.nightly, work: compareAll },
  ],
}
