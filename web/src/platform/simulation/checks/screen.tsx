import { go, hrefOf } from '../../../kernel/page/router.ts'
import { Answer, Page, page } from '../../../page/page.tsx'
import { Card, Cell } from '../../../ui/layout.tsx'
import { lookupScreens } from '../../lookup/screens.ts'
import { checksOf, useInstallation } from '../parts/checks.ts'
import { simulationScreens } from '../screens.ts'

/** All checks that the installation offers. */
export default page(simulationScreens.checks, () => {
  const read = useInstallation()
  return (
    <Page reading>
      <Answer of={read}>
        {(installation) => (
          <>
            <Card>
              {checksOf(installation).map(({ id, title, note }) => (
                <Cell
                  key={id}
                  label={title}
                  note={note}
                  href={hrefOf(simulationScreens.check, { id })}
                  onClick={(event) => {
                    event.preventDefault()
                    go(simulationScreens.check, { id })
                  }}
                />
              ))}
            </Card>
            <Card>
              <Cell
                label={lookupScreens.checkup.title}
                note="备份、短信、收款证书与本机时钟"
                onClick={() => go(lookupScreens.checkup)}
              />
            </Card>
            {installation.simulators && (
              <Card>
                <Cell label="模拟短信收件箱" onClick={() => go(simulationScreens.messages)} />
                <Cell
                  label="参照外壳"
                  note="在浏览器里代替原生App，收发桥接消息"
                  onClick={() => go(simulationScreens.shell)}
                />
              </Card>
            )}
          </>
        )}
      </Answer>
    </Page>
  )
})
