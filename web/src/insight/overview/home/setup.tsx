import './setup.css'
import { isInReview } from '@cheyi/domain/platform/merchant/codes'
import { isStepDone, type SetupCounts, type SetupStep, setupSteps } from '@cheyi/domain/platform/merchant/setup'
import { inventoryScreens } from '../../../fleet/inventory/screens.ts'
import { modelScreens } from '../../../fleet/model/screens.ts'
import { calls, useRead } from '../../../kernel/call/calls.ts'
import { linkTo, type PageLink, type Reach, useReach, useUser } from '../../../kernel/user.ts'
import { accountScreens } from '../../../platform/account/screens.ts'
import { merchantScreens } from '../../../platform/merchant/screens.ts'
import { storeScreens } from '../../../platform/store/screens.ts'
import { priceScreens } from '../../../pricing/price/screens.ts'
import { importScreen } from '../../../rental/order/screens.ts'
import { Progress } from '../../../ui/frame/steps.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Box, Card, Disc, Note, Row, Text } from '../../../ui/layout.tsx'

/** Data that decides which screen a step opens. */
interface Facts {
  readonly counts: SetupCounts
  /** The id of the only store; undefined if the merchant has none or several. */
  readonly storeId: string | undefined
}

/** The screen of a step: the form of the only record, or of a new one if there is none, otherwise the list. */
const ways: Readonly<Record<SetupStep['key'], (reach: Reach, facts: Facts) => PageLink | undefined>> = {
  store: (reach, { storeId }) =>
    (storeId === undefined ? undefined : linkTo(reach, storeScreens.edit, { id: storeId })) ??
    linkTo(reach, storeScreens.list, {}),
  model: (reach, { counts }) =>
    (counts.model === 0 ? linkTo(reach, modelScreens.edit, { id: '0' }) : undefined) ??
    linkTo(reach, modelScreens.list, {}),
  vehicle: (reach, { counts }) =>
    (counts.fleet === 0 ? linkTo(reach, inventoryScreens.import, {}) : undefined) ??
    linkTo(reach, inventoryScreens.list, {}),
  price: (reach) => linkTo(reach, priceScreens.list, {}),
  deposit: (reach) => linkTo(reach, priceScreens.list, { tab: 'deposit' }),
  pay: (reach) => linkTo(reach, merchantScreens.settings, { tab: 'pay' }),
  account: (reach) => linkTo(reach, accountScreens.list, {}),
}

/**
 * The steps of a new merchant before its first order, each with a link to its screen; hidden once all are done. Steps
 * whose screen is not in this build, or that the user may not open, are not shown.
 */
export function Setup({ counts }: { counts: SetupCounts }) {
  const user = useUser()
  const reach = useReach()
  // The only store is the one to be set up, also while it is a draft. Once a store is open, its step leads to the list.
  const stores = useRead(calls.store.list, { all: true }, { enabled: counts.store === 0 }).data ?? []
  const storeId = stores.length === 1 ? stores[0]!.id : undefined
  const reviewing = isInReview(user?.merchantStatus)
  const steps = setupSteps.flatMap((step) => {
    const link = ways[step.key](reach, { counts, storeId })
    return link ? [{ ...step, link, done: isStepDone(step, counts) }] : []
  })
  const done = steps.filter((step) => step.done).length
  if (steps.length === 0 || (done === steps.length && !reviewing)) return null
  const next = steps.find((step) => !step.done)
  // Orders need stores, models and cars.
  const importing = counts.vehicle > 0 ? linkTo(reach, importScreen, {}) : undefined
  return (
    <Card className="home-setup" title="开业准备" extra={`${done}/${steps.length}`}>
      <Box pad={[8, 16, 4]}>
        <Progress value={Math.round((done / steps.length) * 100)} label={`已完成${done}项，共${steps.length}项`} />
        <Note pad={[8, 0, 0]}>
          {reviewing ? '商家资料审核中，可先完成以下准备；审核通过后即可接单' : '完成以下准备即可接单，可随时修改'}
        </Note>
      </Box>
      <ol>
        {steps.map(({ key, label, note, link, done: isDone }, index) => (
          <li key={key}>
            <Row as="a" {...link} gap={12} pad={[8, 16]} high={56} press className="home-setup-step">
              <Disc across={24} size="s" num className={isDone ? 'tone-success' : 'tone-primary'}>
                {isDone ? <Icon name="check" size={14} label="已完成" /> : index + 1}
              </Disc>
              <Text grow>
                <b>{label}</b>
                <Note as="small">{note}</Note>
              </Text>
              <Row as="span" gap={2} keep size="s" ink={isDone ? 2 : 'link'}>
                {isDone ? '已完成' : key === next?.key ? '去完成' : '未完成'}
                <Icon name="chevron-right" size={14} />
              </Row>
            </Row>
          </li>
        ))}
      </ol>
      {importing && (
        <Box pad={[4, 16, 16]}>
          <Note>
            原系统里还有没结束的订单？<a {...importing}>导入订单</a>
          </Note>
        </Box>
      )}
    </Card>
  )
}
