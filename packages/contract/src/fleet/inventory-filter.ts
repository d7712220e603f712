import { lifecycles, plateColors, plateKinds, runStates } from '@cheyi/domain/fleet/inventory/codes'
import { vehicleSorts } from '@cheyi/domain/fleet/inventory/columns'
import { fleetGroups } from '@cheyi/domain/fleet/inventory/fleet-group'
import { expiryKinds } from '@cheyi/domain/fleet/inventory/papers'
import { MAX_TAG } from '@cheyi/domain/fleet/inventory/tags'
import { code, id, maybe, text, word } from '../kernel/field.ts'

/** Filter of the vehicle list and its export. */
export const fleetFilter = {
  /** Part of a plate from three characters on, a whole frame number, or part of a model's name. */
  keyword: maybe(text(0, 40, '关键字')),
  storeId: maybe(id('门店')),
  modelId: maybe(id('车型')),
  group: maybe(word(fleetGroups, '车辆分组')),
  runState: maybe(code(runStates, '车辆状态')),
  /** Missing: all except disposed ones. */
  lifecycle: maybe(code(lifecycles, '生命周期')),
  /** Expired, or within 30 days; `any`: any of the documents. */
  expiry: maybe(word([...expiryKinds, 'any'], '到期类型')),
  tag: maybe(text(0, MAX_TAG, '标签')),
  plateKind: maybe(code(plateKinds, '车牌类型')),
  plateColor: maybe(code(plateColors, '车牌颜色')),
}

/** Sort order; missing: by group. */
export const fleetOrder = { sort: maybe(word(vehicleSorts, '排序')) }
