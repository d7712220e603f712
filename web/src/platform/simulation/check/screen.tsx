import './check.css'
import { useState } from 'react'
import { Answer, Page, page } from '../../../page/page.tsx'
import { Empty } from '../../../ui/frame/empty.tsx'
import { Button, Card, Notice } from '../../../ui/layout.tsx'
import { QrCode } from '../../../ui/media/later.tsx'
import { type Check, checksOf, useInstallation } from '../parts/checks.ts'
import { simulationScreens } from '../screens.ts'

type Outcome = { readonly passed: boolean; readonly text: string }

/** Runs one check and shows its result. */
export default page(simulationScreens.check, ({ id }) => {
  const read = useInstallation()
  const check = read.data && checksOf(read.data).find((one) => one.id === id)
  return (
    <Page title={check?.title} reading>
      <Answer of={read}>
        {() => (check === undefined ? <Empty art="search" title="未找到用例" /> : <Run key={id} check={check} />)}
      </Answer>
    </Page>
  )
})

function Run({ check: { note, verb = '运行', run } }: { check: Check }) {
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [busy, setBusy] = useState(false)
  async function start(test: () => Promise<string>) {
    setBusy(true)
    setOutcome(
      await test().then(
        (text) => ({ passed: true, text }),
        (error: unknown) => ({ passed: false, text: error instanceof Error ? error.message : String(error) }),
      ),
    )
    setBusy(false)
  }
  return (
    <Card pad className="check">
      <p>{note}</p>
      {run ? (
        <Button variant="primary" loading={busy} onClick={() => void start(run)}>
          {verb}
        </Button>
      ) : (
        <QrCode text={location.href} label="本页地址的二维码" />
      )}
      {outcome && (
        <div role="status">
          <Notice tone={outcome.passed ? 'success' : 'danger'}>
            {outcome.passed ? '通过' : '未通过'}：{outcome.text}
          </Notice>
        </div>
      )}
    </Card>
  )
}
