import { lifecycles, plateColors, plateKinds, runStates } from '@cheyi/domain/inventory/codes'
import { vehicleSorts } from '@cheyi/domain/inventory/columns'
import { fleetGroups } from '@cheyi/domain/inventory/fleet-group'
import { expiryKinds } from '@cheyi/domain/inventory/papers'
import { MAX_TAG } from '@cheyi/domain/inventory/tags'
import { code, id, maybe, text, word } from './kernel/field.ts'

/** What narrows the list of vehicles, and an export of it. */
export const fleetFilter = {
  /** Part of a plate from three signs on, a whole frame number, or part of a model's name. */
  keyword: maybe(text(0, 40, '关键字')),
  storeId: maybe(id('门店')),
  modelId: maybe(id('车型')),
  group: maybe(word(fleetGroups, '车辆分组')),
  runState: maybe(code(runStates, '车辆状态')),
  /** Left out: all but those disposed of. */
  lifecycle: maybe(code(lifecycles, '生命周期')),
  /** Over, or within 30 days; `any`: any of the papers. */
  expiry: maybe(word([...expiryKinds, 'any'], '到期类型')),
  tag: maybe(text(0, MAX_TAG, '标签')),
  plateKind: maybe(code(plateKinds, '车牌类型')),
  plateColor: maybe(code(plateColors, '车牌颜色')),
}

/** In what order they are listed; left out: group after group. */
export const fleetOrder = { sort: maybe(word(vehicleSorts, '排序')) }
