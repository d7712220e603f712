import { formatLength } from '@cheyi/domain/length'
import { isInReview, isSuspended } from '@cheyi/domain/platform/merchant/codes'
import type { ReactNode } from 'react'
import { go } from '../kernel/page/router.ts'
import { acceptForeign, type CurrentUser } from '../kernel/user.ts'
import { sessionScreens } from '../platform/session/screens.ts'
import { Notice } from '../ui/layout.tsx'

const leave = async () => (await import('../platform/session/parts/leave-account.ts')).leaveAccount()

const timeOfDay = (at: number) =>
  new Date(at).toLocaleTimeString('zh-CN', { timeZone: 'Asia/Shanghai', hour: '2-digit', minute: '2-digit' })

const dayOf = (at: number) => new Date(at).toLocaleDateString('zh-CN', { timeZone: 'Asia/Shanghai' })

/** The merchant is in review, or restricted. */
function MerchantState({ status, note }: { status: number | null; note: string }) {
  if (isInReview(status))
    return <Notice>{note ? `资料未通过审核：${note}` : '商家资料审核中，可先完善门店、车型、车辆与价格'}</Notice>
  if (isSuspended(status)) return <Notice tone="danger">商家已停用{note && `：${note}`}，在租订单仍可还车与结算</Notice>
  return null
}

interface Bars {
  readonly user: CurrentUser
  readonly foreign: boolean
  /** Minutes by which the clock of this device is slow; negative: fast. */
  readonly clockFault: number
}

/**
 * Important messages for a signed-in user: a link signed in another account, an operator acts, the account will be cancelled, the device's
 * clock is wrong.
 */
export default function UserBars({ user, foreign, clockFault }: Bars): ReactNode {
  return (
    <>
      {clockFault !== 0 && (
        <Notice>
          本机时间{clockFault > 0 ? '慢' : '快'}了{formatLength(Math.abs(clockFault))}，此处按服务器时间，请校准本机时间
        </Notice>
      )}
      {foreign && (
        <Notice tone="primary" action={{ label: '退出', onClick: () => void leave() }} onClose={acceptForeign}>
          已切换为 {user.name} · {user.merchantName}
        </Notice>
      )}
      {user.assist && (
        <Notice tone="primary">
          平台协助中 · {user.merchantName} · {user.assist.writes ? '可代为操作' : '只读'}，至{' '}
          {timeOfDay(user.assist.until)}
        </Notice>
      )}
      {user.cancelAt != null && (
        <Notice action={{ label: '撤销', onClick: () => go(sessionScreens.cancelAccount) }}>
          账号将于 {dayOf(user.cancelAt)} 注销
        </Notice>
      )}
      {!user.assist && <MerchantState status={user.merchantStatus} note={user.merchantNote} />}
    </>
  )
}
