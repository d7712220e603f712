import { useState } from 'react'
import { calls, useRead } from '../../../kernel/call/calls.ts'
import { canLocate, locate } from '../../../kernel/device/position.ts'
import { usePatch, useScreen } from '../../../kernel/page/pages.tsx'
import { go } from '../../../kernel/page/router.ts'
import { Answer, Page } from '../../../page/page.tsx'
import { Search } from '../../../ui/field/search.tsx'
import { Empty } from '../../../ui/frame/empty.tsx'
import { Box, Button, Card, Cell, Text } from '../../../ui/layout.tsx'
import { toast } from '../../../ui/modal/toast.ts'
import { stockScreens } from '../screens.ts'
import { citiesOf, kmText, type Place } from './stores.ts'

/** The page that chooses the store whose stock is shown. */
export default function ChooseStore() {
  const { keyword } = useScreen(stockScreens.chooseStore)
  const patch = usePatch()
  const stores = useRead(calls.store.list, {}, { freshFor: 300_000 })
  const [here, setHere] = useState<Place | null>(null)
  const [locating, setLocating] = useState(false)
  async function find() {
    setLocating(true)
    try {
      const { lat, lng } = await locate({ exact: false })
      setHere({ lat, lng })
    } catch {
      toast('没有取得当前位置', { error: true })
    } finally {
      setLocating(false)
    }
  }
  return (
    <Page
      head={
        <>
          <Box pad={[4, 12, 8]} narrow>
            <Search value={keyword} onChange={(text) => patch({ keyword: text })} placeholder="门店、城市、地址" />
          </Box>
          {here === null && canLocate() && (
            <Box pad={[0, 12, 8]} narrow>
              <Button icon="pin" size="s" loading={locating} onClick={() => void find()}>
                按距离排序
              </Button>
            </Box>
          )}
        </>
      }
    >
      <Answer of={stores} cards={5}>
        {(all) => {
          const cities = citiesOf(all, keyword, here)
          if (cities.length === 0)
            return (
              <Empty
                art="search"
                title="没有匹配的门店"
                action={keyword ? { label: '清空搜索', onClick: () => patch({ keyword: undefined }) } : undefined}
              />
            )
          return cities.map((city) => (
            <section key={city.name} aria-label={city.name}>
              <Text as="h2" pad={[8, 4, 6]} note weight="m">
                {city.name}
              </Text>
              <Card>
                {city.stores.map(({ id, name, address, km }) => (
                  <Cell
                    key={id}
                    label={name}
                    note={address}
                    extra={km !== null && <span className="num">{kmText(km)}</span>}
                    onClick={() => go(stockScreens.list, { storeId: id }, { replace: true })}
                  />
                ))}
              </Card>
            </section>
          ))
        }}
      </Answer>
    </Page>
  )
}
