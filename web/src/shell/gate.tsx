import { lazy, type ReactNode, Suspense, useDeferredValue, useEffect } from 'react'
import { overlay } from '../kernel/overlay.ts'
import { useRaw } from '../kernel/page/pages.tsx'
import { go, screenNamed } from '../kernel/page/router.ts'
import type { Screen } from '../kernel/page/screen.ts'
import { entranceOf, loadUser, useSession } from '../kernel/user.ts'
import { sessionScreens } from '../platform/session/screens.ts'
import { Empty, LoadError } from '../ui/frame/empty.tsx'
import { NavBar } from '../ui/frame/nav-bar.tsx'
import { PageFrame } from '../ui/frame/page-frame.tsx'

const MerchantChooser = lazy(() => import('../platform/session/parts/merchant/merchant-chooser.tsx'))

/** Replaces the content of a page until its visitor may see it. */
export function Gate({ row, children }: { row: Screen; children: ReactNode }) {
  const { state, epoch, expiredAt } = useSession()
  const linked = useRaw(row.opener ?? '') !== undefined
  const entrance = linked ? 'open' : entranceOf(row, state)
  // Opening is deferred, so that React renders the page in interruptible steps; closing takes effect immediately.
  const drawn = useDeferredValue(entrance)
  switch (entrance === 'open' ? drawn : entrance) {
    case 'open':
      return children
    case 'login':
      // A user who was signed out on this page has been redirected already.
      return epoch === 0 && row.path !== '/' ? (
        <ToLogin />
      ) : (
        <PleaseLogIn title={row.title || '车驿'} expiredAt={expiredAt} />
      )
    case 'wait':
      return <Authorising />
    case 'choose':
      return (
        <Suspense fallback={<Authorising />}>
          <MerchantChooser />
        </Suspense>
      )
    case 'enrol':
      return <PleaseEnrol title={row.title || '车驿'} />
    case 'forbidden':
      return <Forbidden row={row} />
    case 'failed':
      return (
        <PageFrame header={<NavBar title={row.title || '车驿'} />}>
          <LoadError title="网络不稳定" note="没有取到登录信息，已填内容不会丢失" onRetry={() => void loadUser()} />
        </PageFrame>
      )
  }
}

function Authorising() {
  useEffect(() => overlay.show('授权中...'), [])
  return null
}

/** A link opened without a session: the login page opens, and leads back to the link after the sign-in. */
function ToLogin() {
  useEffect(() => {
    go(sessionScreens.login, { redirect: location.pathname + location.search }, { replace: true, force: true })
  }, [])
  return null
}

function PleaseLogIn({ title, expiredAt }: { title: string; expiredAt: string | null }) {
  const here = expiredAt ?? location.pathname + location.search
  return (
    <PageFrame header={<NavBar title={title} />}>
      <Empty
        art="locked"
        title={expiredAt === null ? '请先登录' : '登录已过期'}
        note={expiredAt === null ? '登录后继续办理取还车与订单' : '重新登录后回到刚才的页面'}
        action={{ label: '去登录', onClick: () => go(sessionScreens.login, { redirect: here }) }}
      />
    </PageFrame>
  )
}

function PleaseEnrol({ title }: { title: string }) {
  return (
    <PageFrame header={<NavBar title={title} />}>
      <Empty
        art="locked"
        title="请先开启两步验证"
        note="您的账号须用两步验证登录，开启只需一分钟"
        action={{ label: '去开启', onClick: () => go(sessionScreens.secondFactor) }}
      />
    </PageFrame>
  )
}

function Forbidden({ row }: { row: Screen }) {
  const address = new URLSearchParams(location.search)
  const orderId = address.get('orderId') ?? undefined
  const ticketId = address.get('ticketId') ?? undefined
  const violationId = address.get('violationId') ?? undefined
  useEffect(() => {
    const noAuth = screenNamed('session.noAuth')
    if (noAuth) go(noAuth, { entry: row.name, orderId, ticketId, violationId }, { replace: true, force: true })
  }, [row, orderId, ticketId, violationId])
  return null
}
