import { texts } from 'virtual:manual'
import { useQuery } from '@tanstack/react-query'
import { goTo, rowOfLink, safePath } from '../../kernel/page/router.ts'
import { useReach } from '../../kernel/user.ts'
import { LoadError } from '../../ui/frame/empty.tsx'
import { Skeleton } from '../../ui/frame/skeleton.tsx'
import { Article } from '../../ui/show/article.tsx'
import { view } from '../view.ts'

interface TextProps {
  readonly task: string
  /** Opens another page of the manual. */
  readonly onPage: (task: string) => void
  /** Called before a page of the application is opened. */
  readonly onLeave?: () => void
}

/** The text of one page. Its file is loaded with the first opening; without a network it comes from the service worker. */
export function ManualText({ task, onPage, onLeave }: TextProps) {
  const reach = useReach()
  const text = useQuery({
    queryKey: ['manual', task],
    queryFn: async () => (await texts[task]!()).html,
    networkMode: 'always',
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (text.data === undefined)
    return text.error ? (
      <LoadError inline title="没有取到这一页" onRetry={() => void text.refetch()} />
    ) : (
      <Skeleton cards={1} shape="rows" />
    )
  function follow(link: HTMLAnchorElement): boolean {
    const { task: other } = link.dataset
    if (other !== undefined) onPage(other)
    else {
      const path = safePath(link.getAttribute('href') ?? undefined)
      const row = rowOfLink(path)
      // What the user may not open says so itself.
      if (row !== undefined && !reach.opens(row.path)) return false
      onLeave?.()
      goTo(path)
    }
    return true
  }
  return <Article html={text.data} onLink={follow} onPicture={({ src, alt }) => view([{ url: src, alt }])} />
}
