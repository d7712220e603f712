import './setup.css'
import { isInReview } from '@cheyi/domain/merchant/codes'
import { isStepDone, type SetupCounts, setupSteps, stepPath } from '@cheyi/domain/merchant/setup'
import { goTo, hrefOf } from '../../kernel/page/router.ts'
import { useUser } from '../../kernel/user.ts'
import { merchantScreens } from '../../merchant/screens.ts'
import { useReach } from '../../order/parts/use-reach.ts'
import { Progress } from '../../ui/frame/steps.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Box, Disc, Note, Row, Text } from '../../ui/layout.tsx'
import { Card } from '../../ui/show/card.tsx'

/** Pay settings are one tab of a page. */
const address = { pay: hrefOf(merchantScreens.settings, { tab: 'pay' }) } as const

/**
 * What a new merchant does before it can sell, each step with the screen that does it; gone once all is done. Steps whose
 * screen this build lacks, or the person may not open, are not shown.
 */
export function Setup({ counts }: { counts: SetupCounts }) {
  const user = useUser()
  const reach = useReach()
  const reviewing = isInReview(user?.merchantStatus)
  const steps = setupSteps
    .filter(({ path }) => reach.opens(path))
    .map((step) => {
      const begin = stepPath(step, counts)
      return { ...step, path: reach.opens(begin) ? begin : step.path, done: isStepDone(step, counts) }
    })
  const done = steps.filter((step) => step.done).length
  if (steps.length === 0 || (done === steps.length && !reviewing)) return null
  const next = steps.find((step) => !step.done)
  return (
    <Card className="home-setup" title="开业准备" extra={<Text note num>{`${done}/${steps.length}`}</Text>}>
      <Box pad={[8, 16, 4]}>
        <Progress value={Math.round((done / steps.length) * 100)} label={`已完成${done}项，共${steps.length}项`} />
        <Note pad={[8, 0, 0]}>
          {reviewing ? '商家资料审核中，可先完成以下准备；审核通过后即可接单' : '完成以下准备即可接单，可随时修改'}
        </Note>
      </Box>
      <ol>
        {steps.map(({ key, label, note, path, done: isDone }) => {
          // 0 is the id of a new one.
          const href = key === 'pay' ? address.pay : path.replace(':id', '0')
          return (
            <li key={key}>
              <Row
                as="a"
                gap={12}
                pad={[8, 16]}
                high={56}
                press
                href={href}
                className="home-setup-step"
                onClick={(event) => {
                  if (event.metaKey || event.ctrlKey || event.shiftKey) return
                  event.preventDefault()
                  goTo(href)
                }}
              >
                <Disc across={24} size="s" num className={isDone ? 'tone-success' : 'tone-primary'}>
                  {isDone ? <Icon name="check" size={14} label="已完成" /> : steps.findIndex((s) => s.key === key) + 1}
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
          )
        })}
      </ol>
    </Card>
  )
}
