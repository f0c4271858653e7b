# The author's desk: where a piece comes from and what it leads to.

## By what

by-instant = when it is revealed
by-introduced = when it is introduced
by-special = Special Action: { $label }
by-dawn = every Dawn
by-weather = every Weather Phase
by-preparation = every Preparation Phase
by-dusk = every Dusk
by-end-of-night = at the end of every Night
by-hook-built = when { $building } is built
by-scout-returns = when a Scout returns from { $letter } cards
by-trigger = in Round { $round }
by-ability = main ability
by-death = when { $kind } has died
by-on-build = when it is built
by-cure = its Cure
by-setup = setup

## What happens to it

way-dusk = goes into the Dusk deck
way-reveal = is turned face up
way-resolve = is turned face up and carried out at once
way-consequence = may go into the Dusk deck, unseen
way-unlock = may be built from then on
way-ruin = becomes Ruins
way-replace = takes its place
way-remove = is removed from the display
way-deck = is in its deck
way-first = lies face up ({ $scenario })
way-storm = is carried out when a Storm hits ({ $scenario })
way-box = stays in the box ({ $scenario })
way-offered = may be built
way-stands = stands on the Generator tile
way-seat = sits at the table
way-society = can be picked

## Society cards

sheet-society = Society
society-people = { $people }
society-sick = sick: { $people }
society-goods = { $goods }
society-mood = Hope { $hope }, active { $hope_active }; Discontent { $discontent }, active { $discontent_active }
society-corpses = Corpse marker on { $count }
