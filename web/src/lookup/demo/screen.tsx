import './demo.css'
import { type ReactNode, useEffect, useState } from 'react'
import { NavBar } from '../../ui/nav-bar.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { Segmented, Tabs } from '../../ui/tabs.tsx'
import { Basics } from './basics.tsx'
import { Forms } from './forms.tsx'
import { Frames } from './frames.tsx'
import { Lists } from './lists.tsx'
import { Media } from './media.tsx'
import { Overlays } from './overlays.tsx'
import { Pickers } from './pickers.tsx'

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

const contents: Record<Section, () => ReactNode> = {
  basics: Basics,
  forms: Forms,
  pickers: Pickers,
  overlays: Overlays,
  lists: Lists,
  media: Media,
  frames: Frames,
}

const themes = [
  { value: 'light', label: '浅色' },
  { value: 'dark', label: '深色' },
  { value: 'auto', label: '跟随系统' },
] as const

type Theme = (typeof themes)[number]['value']

/** Every widget in every state, in light and dark: what a screen is built from, and what tests look at. */
export default function Demo() {
  const [section, setSection] = useState<Section>('basics')
  const [theme, setTheme] = useTheme()
  const Content = contents[section]
  return (
    <PageFrame
      fill={section === 'lists'}
      header={
        <>
          <NavBar title="组件库" />
          <div className="demo-theme">
            <Segmented options={themes} value={theme} onChange={setTheme} label="主题" />
          </div>
          <Tabs items={sections} value={section} onChange={setSection} label="分类" panel="demo-panel" />
        </>
      }
    >
      <div id="demo-panel" className="demo-panel" role="tabpanel" aria-label="组件">
        <Content />
      </div>
    </PageFrame>
  )
}

/** The theme of the page while the gallery is open; the person's own comes back afterwards. */
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
