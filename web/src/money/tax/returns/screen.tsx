import { taxpayers } from '@cheyi/domain/money/bookkeeping/codes'
import { periodText } from '@cheyi/domain/money/tax/period'
import { ask, calls } from '../../../kernel/call/calls.ts'
import { momentText } from '../../../kernel/now.ts'
import { go } from '../../../kernel/page/router.ts'
import { useMayWhole } from '../../../kernel/user.ts'
import { open } from '../../../page/open.ts'
import { Page, page, refresh, useAnswers } from '../../../page/page.tsx'
import { NavAction } from '../../../ui/frame/nav-bar.tsx'
import { Card, Cell, Note, Stack } from '../../../ui/layout.tsx'
import { Money } from '../../../ui/show/money.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import { taxScreens } from '../screens.ts'

const settings = () => ask(calls.tax.settings, {})

/** Periods of value-added tax: those that were filed, and the open ones. */
export default page(taxScreens.returns, () => {
  const [{ form, list }, given] = useAnswers(ask(calls.tax.returns, {}), settings())
  const mayEdit = useMayWhole('finance.reconcile')
  async function edit() {
    if (await open(() => import('../parts/setting-sheet.tsx'), { setting: given })) await refresh(settings())
  }
  return (
    <Page reading right={mayEdit && <NavAction onClick={() => void edit()}>设置</NavAction>}>
      <Stack gap={10}>
        <Card title={taxpayers.text(form)}>
          {list.map(({ from, to, filedAt, filedByName, pay, over }) => (
            <Cell
              key={from}
              label={periodText({ from, to })}
              note={filedAt === null ? undefined : [momentText(filedAt), filedByName].filter(Boolean).join(' ')}
              extra={
                filedAt !== null ? (
                  <Money fen={pay} />
                ) : (
                  <Tag tone={over ? 'warning' : 'neutral'}>{over ? '未申报' : '进行中'}</Tag>
                )
              }
              onClick={() => go(taxScreens.return, { from })}
            />
          ))}
        </Card>
        <Note>
          申报表按已开发票、记账凭证的收入和已勾选的进项发票计算，供在电子税务局填报时核对；申报后在这里确认，数字不再变动。
        </Note>
      </Stack>
    </Page>
  )
})
