import { Link } from '../../../kernel/page/link.tsx'
import { allRows } from '../../../kernel/page/router.ts'
import { useUser } from '../../../kernel/user.ts'
import { type Asks, OpenedSheet } from '../../../page/opened.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Box, Disc, Grid, Note, Stack } from '../../../ui/layout.tsx'
import { featuresOf } from './features.ts'

/** 全部功能: all screens that the user may open, including on a phone. */
export default function FeaturesSheet({ answer }: Asks<true>) {
  const groups = featuresOf(allRows(), useUser())
  return (
    <OpenedSheet title="全部功能">
      {groups.map(({ title, features }) => (
        <Box as="section" key={title} top={title === groups[0]?.title ? undefined : 16}>
          <Note as="h3" weight="m">
            {title}
          </Note>
          <Grid as="ul" fit={76} gap={4} top={4}>
            {features.map(({ row, label, icon }) => (
              <li key={row.path}>
                <Stack
                  as={Link}
                  gap={6}
                  pad={[8, 2]}
                  align="center"
                  round
                  size="s"
                  text="center"
                  press
                  to={row}
                  onClick={() => answer(true)}
                >
                  <Disc across={44} square fill="press">
                    <Icon name={icon} size={24} />
                  </Disc>
                  {label}
                </Stack>
              </li>
            ))}
          </Grid>
        </Box>
      ))}
    </OpenedSheet>
  )
}
