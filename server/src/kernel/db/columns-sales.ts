import { orderStatuses, sources } from '@cheyi/domain/booking/order/codes'
import {
  channelStatuses,
  channelWires,
  deliveryStates,
  statementResults,
  statementStates,
} from '@cheyi/domain/sales/channel/codes'
import type { OpenScope } from '@cheyi/domain/sales/channel/open-key'
import type { roundings } from '@cheyi/domain/sales/channel/terms'
import type { TestOrder } from '@cheyi/domain/sales/channel/test-life'
import type { OrderState } from '@cheyi/domain/sales/channel-push/event'
import { couponKinds } from '@cheyi/domain/sales/coupon/codes'
import type { SiteStep } from '@cheyi/domain/sales/site/funnel'
import { shape } from './column-shape.ts'

/** Types of the columns of channels, coupons and booking pages, as in `columns.ts`. */
export const salesColumns = {
  'channelKey.source': sources,
  'channelKey.scopes': shape<OpenScope>(),
  'channelMapping.source': sources,
  'channelOrder.source': sources,
  'channelDirty.source': sources,
  'channelEvent.source': sources,
  'channelEvent.was': orderStatuses,
  'channelEvent.data': shape<OrderState>(),
  'channelEvent.state': deliveryStates,
  'channelLog.source': sources,
  // Of HTTP.
  'channelLog.status': shape<number>(),
  'channelWebhook.source': sources,
  'channelWebhook.wire': channelWires,
  'openTestOrder.source': sources,
  'openTestOrder.data': shape<TestOrder>(),
  'openTestEvent.source': sources,
  'openTestEvent.was': orderStatuses,
  'openTestEvent.data': shape<OrderState>(),
  'merchantChannel.source': sources,
  'channelStatementLine.source': sources,
  'channelStatementLine.result': statementResults,
  'channelStatementLine.state': statementStates,
  'merchantChannel.status': channelStatuses,
  'merchantChannel.roundTo': shape<(typeof roundings)[number]>(),
  'coupon.kind': couponKinds,
  'siteCount.step': shape<SiteStep>(),
} as const
