import type { ReactNode } from 'react'
import { useRow } from '../kernel/page/pages.tsx'
import { goBack, parentOf } from '../kernel/page/router.ts'
import { NavBar } from '../ui/frame/nav-bar.tsx'
import { PageFrame, type PageFrameProps } from '../ui/frame/page-frame.tsx'

export interface PageProps extends Omit<PageFrameProps, 'header'> {
  /** Only where the bar says something other than the screen's row. */
  readonly title?: ReactNode
  /** Only where back leads elsewhere than to the screen's parent; null: there is no way back. */
  readonly onBack?: (() => void) | null
  readonly right?: ReactNode
  /** Under the bar, and as fixed as it: search, tabs, steps. */
  readonly head?: ReactNode
}

/** The frame of a screen: title, way back and width come from its row. */
export function Page({ title, onBack, right, head, ...frame }: PageProps) {
  const row = useRow()
  const back = onBack === undefined ? () => goBack(parentOf(row)) : (onBack ?? undefined)
  return (
    <PageFrame
      narrow={row.narrow}
      {...frame}
      header={
        <>
          <NavBar title={title ?? row.title} onBack={back} right={right} />
          {head}
        </>
      }
    />
  )
}
