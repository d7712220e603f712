import { ask, calls, type OutputOf } from '../../../kernel/call/calls.ts'
import { open } from '../../../page/open.ts'
import { Page, page, refresh, useAnswers } from '../../../page/page.tsx'
import { NavAction } from '../../../ui/frame/nav-bar.tsx'
import { Card, CardMore, Cell, Note, Stack } from '../../../ui/layout.tsx'
import { KeyValue } from '../../../ui/show/rows.tsx'
import { siteScreens } from '../screens.ts'

type Line = OutputOf<typeof calls.site.funnel>['places'][number]

const funnel = () => ask(calls.site.funnel, {})
const placeSheet = () => import('./place-sheet.tsx')
const posterSheet = () => import('../poster/poster-sheet.tsx')

/** What visitors of the booking page did in 30 days, by the place that led them there, and what they looked for in vain. */
export default page(siteScreens.funnel, () => {
  const [{ from, to, places, lacks }, site] = useAnswers(funnel(), ask(calls.site.detail, {}))
  const named = places.filter(({ code }) => code.startsWith('p'))
  const sum = (of: (line: Line) => number) => places.reduce((total, line) => total + of(line), 0)
  async function editPlace(place: Line | null) {
    if (await open(placeSheet, { place })) await refresh(funnel())
  }
  const poster = (place: string) => {
    const { url, merchant, colour, phone } = site
    return open(posterSheet, { url, merchant, colour, phone, place, places: named })
  }
  return (
    <Page
      reading
      right={
        <NavAction icon="scan" onClick={() => void poster('')}>
          海报
        </NavAction>
      }
    >
      <Stack gap={10}>
        <Card pad title={`${from} 至 ${to}`}>
          <KeyValue
            rows={[
              { label: '访问', value: sum(({ visits }) => visits) },
              { label: '搜索', value: sum(({ searches }) => searches) },
              { label: '无车可订的搜索', value: sum(({ empty }) => empty) },
              { label: '查看报价', value: sum(({ offers }) => offers) },
              { label: '下单', value: sum(({ bookings }) => bookings) },
              { label: '已付款', value: sum(({ paid }) => paid) },
            ]}
          />
        </Card>
        <Card title="投放位置" extra={<CardMore onClick={() => void editPlace(null)}>添加</CardMore>}>
          {places.map((line) => (
            <Cell
              key={line.code}
              label={line.name}
              note={`访问 ${line.visits} · 搜索 ${line.searches} · 报价 ${line.offers} · 下单 ${line.bookings} · 付款 ${line.paid}`}
              {...(line.code.startsWith('p') && { onClick: () => void editPlace(line) })}
            />
          ))}
        </Card>
        <Card title="搜索时已订满的车型">
          {lacks.length === 0 && <Note pad={16}>没有客户搜到已订满的车型</Note>}
          {lacks.map(({ modelId, model, wantedOn, n }) => (
            <Cell key={`${modelId} ${wantedOn}`} label={model} note={`${wantedOn} 取车`} extra={`${n} 次`} />
          ))}
        </Card>
        <Note>
          一次访问是浏览器打开网站到关闭，不识别客户，不跨天跟踪。下单和付款以订单为准，含后来取消的。最近一分钟的访问稍后计入。
        </Note>
      </Stack>
    </Page>
  )
})
