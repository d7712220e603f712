import './demo.css'
import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import { NavBar } from '../../../ui/frame/nav-bar.tsx'
import { PageFrame } from '../../../ui/frame/page-frame.tsx'
import { Skeleton } from '../../../ui/frame/skeleton.tsx'
import { Segmented, Tabs } from '../../../ui/frame/tabs.tsx'
import { Box } from '../../../ui/layout.tsx'
import { lookupScreens } from '../screens.ts'

const sections = [
  { key: 'basics', label: '基础' },
  { key: 'forms', label: '表单' },
  { key: 'pickers', label: '选择器' },
  { key: 'overlays', label: '浮层' },
  { key: 'lists', label: '列表与状态' },
  { key: 'media', label: '图片与车辆' },
  { key: 'frames', label: '框架' },
] as const

type Section = (typeof sections)[number]['key']

/** Each section is loaded when it is opened. */
const contents: Record<Section, ComponentType> = {
  basics: lazy(() => import('./basics.tsx')),
  forms: lazy(() => import('./forms.tsx')),
  pickers: lazy(() => import('./pickers.tsx')),
  overlays: lazy(() => import('./overlays.tsx')),
  lists: lazy(() => import('./lists.tsx')),
  media: lazy(() => import('./media.tsx')),
  frames: lazy(() => import('./frames.tsx')),
}

const themes = [
  { value: 'light', label: '浅色' },
  { value: 'dark', label: '深色' },
  { value: 'auto', label: '跟随系统' },
] as const

type Theme = (typeof themes)[number]['value']

/** Every widget in every state, in light and dark: the parts that screens consist of, used by browser tests as well. */
export default function Demo() {
  const [section, setSection] = useState<Section>('basics')
  const [theme, setTheme] = useTheme()
  const Content = contents[section]
  return (
    <PageFrame
      fill={section === 'lists'}
      header={
        <>
          <NavBar title={lookupScreens.demo.title} />
          <Box pad={[4, 16, 8]} className="demo-theme">
            <Segmented options={themes} value={theme} onChange={setTheme} label="主题" />
          </Box>
          <Tabs items={sections} value={section} onChange={setSection} label="分类" panel="demo-panel" />
        </>
      }
    >
      <div id="demo-panel" className="demo-panel" role="tabpanel" aria-label="组件">
        <Suspense fallback={<Skeleton cards={3} />}>
          <Content />
        </Suspense>
      </div>
    </PageFrame>
  )
}

/** The theme of the page while the gallery is open; the user's own theme is restored afterwards. */
function useTheme(): [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState<Theme>(() => (document.documentElement.dataset.theme as Theme) ?? 'auto')
  useEffect(() => {
    const root = document.documentElement
    const before = root.dataset.theme
    root.dataset.theme = theme
    return () => {
      root.dataset.theme = before
    }
  }, [theme])
  return [theme, setTheme]
}
