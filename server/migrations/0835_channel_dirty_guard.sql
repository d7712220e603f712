-- Pools of every store are marked and removed by the system, and by accounts that see the whole merchant.
select guard_reach('channel_dirty', 'whole');
