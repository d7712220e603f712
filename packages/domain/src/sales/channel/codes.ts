import { type CodeOf, enumeration } from '../../enumeration.ts'

export const channelStatuses = enumeration({
  notOpen: [0, '未开通'],
  configuring: [1, '配置中'],
  enabled: [2, '已启用'],
  paused: [3, '已暂停'],
  failing: [4, '异常'],
})

export const priceRuleModes = enumeration({
  same: [1, '同价'],
  raised: [2, '加价'],
  lowered: [3, '减价'],
  own: [4, '独立价'],
})

export const stockRuleModes = enumeration({
  shared: [1, '共享'],
  capShare: [2, '上限%'],
  capFixed: [3, '固定上限'],
  guaranteed: [4, '保留数'],
})

/** State of an outgoing message: outbox row or webhook. */
export const deliveryStates = enumeration({
  waiting: [0, '待发'],
  retrying: [1, '重试中'],
  delivered: [2, '已送达'],
  dead: [3, '死信'],
})
export type DeliveryState = CodeOf<typeof deliveryStates>

/** 接入方式: the protocol by which a channel is notified; `channel-push/wire.ts` says what each has. */
export const channelWires = enumeration({
  open: [1, '车驿开放接口'],
  fliggy: [2, '飞猪开放平台'],
})
export const channelWire = channelWires.code
export type ChannelWire = CodeOf<typeof channelWires>

/** How a line of a statement compares with the order's balance in the books. */
export const statementResults = enumeration({
  same: [0, '一致'],
  otherSum: [1, '金额不符'],
  missingHere: [2, '我方缺失'],
  missingThere: [3, '渠道缺失'],
})
export const statementResult = statementResults.code

export const statementStates = enumeration({
  open: [0, '待处理'],
  settled: [1, '已入账'],
  noted: [2, '已核对'],
})
export const statementState = statementStates.code
