import { useOnline } from '../kernel/online.ts'
import { acceptForeign, useSession } from '../kernel/user.ts'
import { Notice } from '../ui/notice.tsx'

const leave = async () => (await import('../session/parts/leave-account.ts')).leaveAccount()

/** Lines above the pages that must not be missed: no network, a link that signed in somebody else, an operator. */
export function Bars() {
  const online = useOnline()
  const { state, foreign } = useSession()
  const { user } = state
  return (
    <div className="bars">
      {!online && <Notice>网络已断开，恢复后自动重试，已填内容不会丢失</Notice>}
      {foreign && user && (
        <Notice tone="primary" action={{ label: '退出', onClick: () => void leave() }} onClose={acceptForeign}>
          已切换为 {user.name} · {user.merchantName}
        </Notice>
      )}
      {user?.isOperator && user.merchantId !== '-1' && <Notice tone="primary">平台协助中 · {user.merchantName}</Notice>}
    </div>
  )
}
