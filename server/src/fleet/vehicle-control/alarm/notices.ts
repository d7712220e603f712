import {
  type AlarmType,
  alarmFacts,
  fallbackRule,
  rulesOf,
  silentTypes,
} from '@cheyi/domain/fleet/vehicle-control/alarm-rule'
import { alarmLevel, alarmLevels, alarmType, alarmTypes } from '@cheyi/domain/fleet/vehicle-control/codes'
import { formatMoment } from '@cheyi/domain/near'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { notifyType } from '@cheyi/domain/platform/notify/notice'
import type { Context } from '../../../kernel/context.ts'
import { at } from '../../../kernel/db/instant.ts'
import { type KernelWork, runForSome } from '../../../kernel/process/jobs.ts'
import { screen } from '../../../kernel/screen.ts'
import { notify, takeBack } from '../../../platform/notify/actions.ts'
import { pendingWorkChanges } from '../../../platform/pending-work/actions.ts'
import * as store from './store.ts'

/*
 * Notices of alarms. Gateways write the alarms; a server notifies the staff of each once, and counts it among the pending
 * work.
 */

/** Alarms of one merchant in one transaction. */
const MOST = 100

const hintsOf = (type: AlarmType) => `alarmHint/${type}/`

type Alarm = Pick<store.AlarmRow, 'id' | 'type'>

const hintOf = ({ id, type }: Alarm) => `${hintsOf(type)}${id}/`
const refOf = ({ id }: Alarm) => `alarm/${id}/`

/** Also those of the lower levels that it had. */
export function takeBackNotices(ctx: Context, alarm: Alarm): void {
  takeBack(ctx, hintOf(alarm))
  takeBack(ctx, refOf(alarm))
}

async function tellOfNew(ctx: Context): Promise<void> {
  const alarms = await store.takeUntold(ctx, MOST)
  if (alarms.length === 0) return
  const rules = rulesOf(await store.rules(ctx))
  pendingWorkChanges(
    ctx,
    'alarm',
    alarms.map(({ id }) => id),
  )
  for (const alarm of alarms) {
    const { id, type, level, plate, storeIds, startAt, measured, limitValue, fenceName, fenceRule } = alarm
    if (alarm.version > 1) takeBackNotices(ctx, alarm)
    if (plate === null || !rules.get(type)!.notify) continue
    const car = displayPlate(plate)
    const facts = alarmFacts({ type, measured, limit: limitValue, fenceName, fenceRule })
    notify(ctx, {
      type: notifyType.alarm,
      // The levels of alarms and of notices are the same: urgent ones ring at night too.
      level,
      // Each level is a notice of its own.
      ref: level === alarmLevel.hint ? hintOf(alarm) : `${refOf(alarm)}${level}/`,
      once: true,
      // A fence that many cars leave in a day would otherwise hide all other notices.
      ...(level === alarmLevel.hint && {
        gathers: {
          ref: hintsOf(type),
          title: `{n}起报警 ${alarmTypes.text(type)}`,
          link: screen('vehicle-control.alarms', { type, level }),
        },
      }),
      title: `报警 ${car} ${alarmTypes.text(type)}`,
      body: [level === alarmLevel.hint ? car : alarmLevels.text(level), facts, formatMoment(startAt, ctx.now)]
        .filter(Boolean)
        .join('，'),
      link: screen('vehicle-control.alarm', { alarmId: id }),
      to: { key: 'vehicleControl', storeIds: storeIds ?? [] },
    })
  }
}

/** Every second, as phones ring. */
export const tellOfAlarms: KernelWork = async (kernel, stop) => {
  const { rows } = await kernel.pools.side.query<{ id: string }>('select alarms_untold() as id')
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0) await runForSome(kernel, { name: 'alarmNotices', ids, work: tellOfNew, stop })
}

const MINUTES = { [alarmType.unplugged]: 1, [alarmType.longOffline]: 60 } as const

/** Every minute: alarms of devices that say nothing. */
export const findSilent: KernelWork = async ({ pools, clock }) => {
  const defaults = silentTypes.map((type) => ({ ...fallbackRule(type), minutes: MINUTES[type] }))
  await pools.side.query('select alarms_of_silence($1, $2)', [JSON.stringify(defaults), at(clock.now())])
}
