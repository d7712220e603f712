import { usePatch, useScreen } from '../../../kernel/page/pages.tsx'
import { go } from '../../../kernel/page/router.ts'
import { ManualList } from '../../../page/manual/list.tsx'
import { Page } from '../../../page/page.tsx'
import { manualScreens } from '../screens.ts'

/** 使用手册: all pages by chapter. */
export default function ManualHome() {
  const { keyword } = useScreen(manualScreens.home)
  const patch = usePatch()
  return (
    <Page>
      <ManualList
        keyword={keyword}
        onKeyword={(next) => patch({ keyword: next || undefined })}
        onPage={(task) => go(manualScreens.page, { task })}
      />
    </Page>
  )
}
