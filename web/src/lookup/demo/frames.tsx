import { useState } from 'react'
import { Button, MainButton } from '../../ui/button.tsx'
import { Logo, TwoPane } from '../../ui/frame/app-frame.tsx'
import { Empty } from '../../ui/frame/empty.tsx'
import { NavAction, NavBar } from '../../ui/frame/nav-bar.tsx'
import { SideNav, TabBar } from '../../ui/frame/navigation.tsx'
import { ActionBar, ActionIcon, ActionSummary, PageFrame } from '../../ui/frame/page-frame.tsx'
import { toast } from '../../ui/modal/toast.ts'
import { Card } from '../../ui/show/card.tsx'
import { Cell } from '../../ui/show/cell.tsx'
import { Money } from '../../ui/show/money.tsx'
import { Specimen } from './specimen.tsx'

const items = [
  { key: 'home', label: '工作台', icon: 'home', href: '#home' },
  { key: 'order', label: '短租订单', short: '订单', icon: 'order', href: '#order', badge: 11 },
  { key: 'stock', label: '库存', icon: 'stock', href: '#stock' },
  { key: 'data', label: '数据概览', short: '数据', icon: 'chart', href: '#data' },
] as const

/** The window's frame, the two panes, and the bars of a page. */
export default function Frames() {
  const [current, setCurrent] = useState('order')
  const [chosen, setChosen] = useState<string>()
  const list = (
    <PageFrame header={<NavBar title="订单" right={<NavAction icon="plus">新建</NavAction>} />}>
      <Card>
        {['周明轩', '蒋雨桐', '沈嘉禾'].map((name) => (
          <Cell
            key={name}
            label={name}
            note="11-20 10:00 ~ 11-23 10:00"
            current={name === chosen}
            onClick={() => setChosen(name)}
          />
        ))}
      </Card>
    </PageFrame>
  )
  const detail = chosen && (
    <PageFrame
      header={<NavBar title={chosen} onBack={() => setChosen(undefined)} />}
      footer={
        <ActionBar>
          <ActionIcon icon="more" onClick={() => toast('更多')}>
            更多
          </ActionIcon>
          <ActionIcon icon="phone" onClick={() => toast('联系')}>
            联系
          </ActionIcon>
          <MainButton>办理取车</MainButton>
        </ActionBar>
      }
    >
      <Card pad>订单详情</Card>
    </PageFrame>
  )
  return (
    <>
      <Specimen name="应用框架与双栏">
        <div className="demo-frame">
          {/* As `AppFrame` sets them, without its landmark: the gallery stands in one already. */}
          <div className="app-frame app-frame-sided">
            <SideNav
              items={items}
              current={current}
              onSelect={setCurrent}
              logo={<Logo />}
              name="车驿"
              store={{ name: '虹桥机场店', note: '云途租车（上海）', onClick: () => toast('换门店') }}
              user={{ name: '陈思远', note: '门店店长', onClick: () => toast('我的') }}
            />
            <div className="app-frame-page">
              <TwoPane list={list} detail={detail || null} blank={<Empty title="选择一个订单" />} />
            </div>
            <TabBar
              items={items}
              current={current}
              onSelect={setCurrent}
              centre={{ label: '新建', onClick: () => toast('新建') }}
            />
          </div>
        </div>
      </Specimen>
      <Specimen name="底部操作栏">
        <ActionBar>
          <ActionSummary note="3天合计 · 明细">
            <Money fen={101900} size="xl" />
          </ActionSummary>
          <MainButton>提交订单</MainButton>
        </ActionBar>
        <ActionBar>
          <ActionSummary note="应补收 · 押金抵扣" stale>
            <Money fen={25000} size="xl" />
          </ActionSummary>
          <Button size="l">上一步</Button>
          <Button variant="primary" size="l">
            确认还车
          </Button>
        </ActionBar>
        <ActionBar>
          <Button size="l">上一步</Button>
          <MainButton>下一步：签合同</MainButton>
        </ActionBar>
      </Specimen>
    </>
  )
}
