import { useState } from 'react'
import { Logo } from '../../../ui/frame/app-frame.tsx'
import { SideNav, TabBar } from '../../../ui/frame/navigation.tsx'
import { ActionBar, ActionIcon, ActionSummary } from '../../../ui/frame/page-frame.tsx'
import { Button, MainButton } from '../../../ui/layout.tsx'
import { toast } from '../../../ui/modal/toast.ts'
import { Money } from '../../../ui/show/money.tsx'
import { Specimen } from './specimen.tsx'

const items = [
  { key: 'home', label: '工作台', icon: 'home', href: '#home' },
  { key: 'order', label: '短租订单', short: '订单', icon: 'order', href: '#order', badge: 11 },
  { key: 'stock', label: '库存', icon: 'stock', href: '#stock' },
] as const

/** The frame of the window and the bars of a page. */
export default function Frames() {
  const [current, setCurrent] = useState('order')
  return (
    <>
      <Specimen name="应用框架">
        {/* Same layout as `AppFrame` but without its landmark element: the gallery is inside one already. */}
        <div className="demo-frame app-frame app-frame-sided">
          <SideNav
            sections={[items]}
            current={current}
            onSelect={setCurrent}
            logo={<Logo />}
            name="车驿"
            store={{ name: '虹桥机场店', note: '云途租车（上海）', onClick: () => toast('换门店') }}
            user={{ name: '陈思远', note: '门店店长', onClick: () => toast('我的') }}
          />
          <div className="app-frame-page" />
          <TabBar
            items={items}
            current={current}
            onSelect={setCurrent}
            centre={{ label: '新建', onClick: () => toast('新建') }}
          />
        </div>
      </Specimen>
      <Specimen name="底部操作栏">
        <ActionBar>
          <ActionIcon icon="more" onClick={() => toast('更多')}>
            更多
          </ActionIcon>
          <Button size="l">上一步</Button>
          <MainButton>下一步：签合同</MainButton>
        </ActionBar>
        <ActionBar>
          <ActionSummary note="应补收 · 押金抵扣" stale>
            <Money fen={25000} size="xl" />
          </ActionSummary>
          <Button variant="primary" size="l">
            确认还车
          </Button>
        </ActionBar>
      </Specimen>
    </>
  )
}
