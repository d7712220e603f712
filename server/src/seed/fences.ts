import { contract } from '@cheyi/contract/index'
import { alarmLevel, fenceRule } from '@cheyi/domain/fleet/vehicle-control/codes'
import { HOUR } from '@cheyi/domain/time'
import type { Scene } from './life.ts'
import type { Stage } from './perform.ts'

/** Fences of each rule around two stores; the rented cars of the demo drive a few kilometres around theirs, so that some leave. */
export async function drawFences(
  stage: Stage,
  { now, master, cast }: Pick<Scene, 'now' | 'master' | 'cast'>,
): Promise<void> {
  const ctx = await stage.context(cast.manager, now)
  const stores = await ctx.query<{ id: string; lat: number; lng: number }>(
    'select id, lat, lng from store where lat is not null',
  )
  const centerOf = (storeId: string) => {
    const { lat, lng } = stores.find(({ id }) => id === storeId)!
    return { lat, lng }
  }
  const { hongqiao, pudong } = master.stores
  const act = stage.as(cast.manager, now - HOUR)
  const save = contract.vehicleControl.fenceSave
  const of = (storeId: string) => ({ storeId, center: centerOf(storeId) })
  await act(save, {
    ...of(hongqiao),
    name: '虹桥机场周边',
    rule: fenceRule.leave,
    radiusM: 2000,
    level: alarmLevel.hint,
  })
  await act(save, { ...of(pudong), name: '浦东机场停车楼', rule: fenceRule.speed, radiusM: 600, limitKmh: 40 })
  const { lat, lng } = centerOf(hongqiao)
  await act(save, {
    storeId: null,
    name: '嘉闵高架',
    rule: fenceRule.noCut,
    ring: [
      { lng: lng - 0.02, lat: lat - 0.03 },
      { lng: lng - 0.014, lat: lat - 0.03 },
      { lng: lng - 0.014, lat: lat + 0.03 },
      { lng: lng - 0.02, lat: lat + 0.03 },
    ],
  })
  await act(save, {
    ...of(pudong),
    name: '夜间禁入码头',
    rule: fenceRule.enter,
    radiusM: 400,
    hours: { from: 22 * 60, to: 6 * 60 },
    active: false,
  })
}
