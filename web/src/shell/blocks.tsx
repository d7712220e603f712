import { useEffect } from 'react'
import { goTo } from '../kernel/page/router.ts'
import { BrokenLink } from '../kernel/page/search.ts'
import { Empty, LoadError } from '../ui/frame/empty.tsx'
import { NavBar } from '../ui/frame/nav-bar.tsx'
import { PageFrame } from '../ui/frame/page-frame.tsx'
import { say } from '../words/words.ts'

const home = { label: '回工作台', onClick: () => goTo('/', { replace: true }) }

/** Replaces a page whose rendering failed; the rest of the application keeps working. */
export function Failure({ error, retry }: { error: unknown; retry: () => void }) {
  useEffect(() => console.error(error), [error])
  if (error instanceof BrokenLink) {
    return (
      <PageFrame header={<NavBar title="链接不完整" />}>
        <Empty art="search" title="链接不完整" note="缺少要打开的内容，请从列表重新进入" action={home} />
      </PageFrame>
    )
  }
  return (
    <PageFrame header={<NavBar title={say('页面出错')} />}>
      <LoadError title={say('页面没有加载出来')} note={say('已保存的内容不会丢失')} onRetry={retry} />
    </PageFrame>
  )
}

/** The page for an address that belongs to no screen. */
export function Missing() {
  return (
    <PageFrame header={<NavBar title="页面不存在" />}>
      <Empty art="search" title="页面不存在" note="链接可能已失效" action={home} />
    </PageFrame>
  )
}
