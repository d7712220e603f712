import { ONE } from '@cheyi/domain/fleet/vehicle-control/charge'
import { rangeUnits } from '@cheyi/domain/fleet/vehicle-control/codes'
import { ask, calls, type OutputOf } from '../../../kernel/call/calls.ts'
import { open } from '../../../page/open.ts'
import { Page, page, useAnswers } from '../../../page/page.tsx'
import { ActionBar } from '../../../ui/frame/page-frame.tsx'
import { Card, Cell, MainButton, Note, Stack, Text } from '../../../ui/layout.tsx'
import { vehicleControlScreens } from '../screens.ts'

export type ChargeProfile = OutputOf<typeof calls.vehicleControl.chargeProfiles>[number]

/** Which items of a maker's devices are the charge and the range of an electric car. */
export default page(vehicleControlScreens.charge, () => {
  const [profiles] = useAnswers(ask(calls.vehicleControl.chargeProfiles, {}))
  const edit = (profile: ChargeProfile | null) => void open(() => import('./profile-sheet.tsx'), { profile })
  return (
    <Page
      footer={
        <ActionBar>
          <MainButton onClick={() => edit(null)}>添加方案</MainButton>
        </ActionBar>
      }
    >
      <Stack gap={12}>
        <Note>
          各厂商的设备用不同的附加项上报电量和续航。按设备协议说明添加方案，再到「车载设备」为电动车的设备选择；之后地图、车控详情和取还车都显示设备读到的电量
        </Note>
        {profiles.length > 0 && (
          <Card>
            {profiles.map((profile) => (
              <Cell
                key={profile.chargeProfileId}
                label={profile.name}
                note={itemsText(profile)}
                onClick={() => edit(profile)}
              >
                <Text num>{profile.devices === 0 ? '未使用' : `${profile.devices} 台设备`}</Text>
              </Cell>
            ))}
          </Card>
        )}
      </Stack>
    </Page>
  )
})

/** For example `电量 E5 × 0.1%，续航 E6 × 1公里`. */
function itemsText({ chargeItem, chargeScale, rangeItem, rangeScale, rangeUnit }: ChargeProfile): string {
  return [
    chargeItem && `电量 ${itemText(chargeItem)} × ${chargeScale / ONE}%`,
    rangeItem && `续航 ${itemText(rangeItem)} × ${rangeScale / ONE}${rangeUnits.text(rangeUnit)}`,
  ]
    .filter(Boolean)
    .join('，')
}

const itemText = (item: string): string => (item.length === 2 ? item.toUpperCase() : item)
