import { go, hrefOf } from '../../kernel/page/router.ts'
import { Page, page } from '../../page/page.tsx'
import { Card } from '../../ui/show/card.tsx'
import { Cell } from '../../ui/show/cell.tsx'
import { checks } from '../parts/checks.ts'
import { simulationScreens } from '../screens.ts'

/** Everything the installation can be asked about itself. */
export default page(simulationScreens.checks, () => (
  <Page reading>
    <Card>
      {checks.map(({ id, title, note }) => (
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
      <Cell label="模拟短信收件箱" onClick={() => go(simulationScreens.messages)} />
      <Cell label="参照外壳" note="在浏览器里代替原生App，收发桥接消息" onClick={() => go(simulationScreens.shell)} />
    </Card>
  </Page>
))
