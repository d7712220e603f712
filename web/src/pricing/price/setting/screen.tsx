import './setting.css'
import { ask, calls } from '../../../kernel/call/calls.ts'
import { usePatch } from '../../../kernel/page/pages.tsx'
import { goBack } from '../../../kernel/page/router.ts'
import { Page, page, refresh, useAnswers } from '../../../page/page.tsx'
import { Empty } from '../../../ui/frame/empty.tsx'
import { layerOf } from '../parts/layers.ts'
import { priceScreens } from '../screens.ts'
import { SettingForm } from './setting-form.tsx'

/** All prices and rental rules of a model at a store on one layer. */
export default page(
  priceScreens.setting,
  ({ storeId, modelId, source }) => {
    const patch = usePatch()
    const layer = layerOf(source)
    const rules = ask(calls.price.rules, { storeId, modelId, source: layer })
    const [[row]] = useAnswers(rules)
    const back = () => goBack(priceScreens.list.path)
    if (row === undefined)
      return (
        <Page>
          <Empty art="search" title="车型或门店不存在" action={{ label: '返回', onClick: back }} />
        </Page>
      )
    return (
      <SettingForm
        key={`${storeId}/${modelId}/${layer}`}
        row={row}
        layer={layer}
        onLayer={(chosen) => patch({ source: chosen === 0 ? undefined : chosen })}
        refetch={() => void refresh(rules)}
      />
    )
  },
  { cards: 3, shape: 'detail' },
)
