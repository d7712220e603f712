import { pages } from 'virtual:manual'
import { useScreen } from '../../../kernel/page/pages.tsx'
import { go } from '../../../kernel/page/router.ts'
import { ManualText } from '../../../page/manual/text.tsx'
import { Page } from '../../../page/page.tsx'
import { Empty } from '../../../ui/frame/empty.tsx'
import { Card } from '../../../ui/layout.tsx'
import { manualScreens } from '../screens.ts'

/** One page of the manual. */
export default function ManualPage() {
  const { task } = useScreen(manualScreens.page)
  const page = pages.find((one) => one.task === task)
  if (page === undefined)
    return (
      <Page>
        <Empty
          art="search"
          title="没有这一页"
          note="手册可能已更新，请在目录里找"
          action={{ label: '打开目录', onClick: () => go(manualScreens.home) }}
        />
      </Page>
    )
  return (
    <Page title={page.title} reading>
      <Card pad>
        <ManualText key={task} task={task} onPage={(other) => go(manualScreens.page, { task: other })} />
      </Card>
    </Page>
  )
}
