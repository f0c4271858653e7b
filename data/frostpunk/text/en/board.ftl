# The words of the board. Names of cards, Buildings, Advisors and Societies are in cards.ftl and names.ftl.
# Phrases begin small; the first letter of a whole sentence is raised when it is said.

## Citizens

kind-worker = Worker
kind-engineer = Engineer
kind-child = Child

kind-a-worker = a Worker
kind-a-engineer = an Engineer
kind-a-child = a Child

kind-many-worker = Workers
kind-many-engineer = Engineers
kind-many-child = Children

kind-count-worker = { $count ->
    [one] 1 Worker
   *[other] { $count } Workers
    }
kind-count-engineer = { $count ->
    [one] 1 Engineer
   *[other] { $count } Engineers
    }
kind-count-child = { $count ->
    [one] 1 Child
   *[other] { $count } Children
    }

## Figures

meeple-worker = Worker
meeple-engineer = Engineer
meeple-child = Child
meeple-child_worker = Child Worker
meeple-child_engineer = Child Engineer
meeple-automaton = Automaton

meeple-a-worker = a Worker
meeple-a-engineer = an Engineer
meeple-a-child = a Child
meeple-a-child_worker = the Child Worker
meeple-a-child_engineer = the Child Engineer
meeple-a-automaton = an Automaton

## Goods

resource-wood = Wood
resource-coal = Coal
resource-steam_core = Steam Core
resource-steel = Steel

stuff-trees = Trees
stuff-wood = Wood
stuff-coal = Coal
stuff-steam_core = Steam Cores

some-wood = { $count } Wood
some-coal = { $count } Coal
some-steel = { $count } Steel
some-food = { $count } Food
some-steam_core = { $count ->
    [one] 1 Steam Core
   *[other] { $count } Steam Cores
    }
some-trees = { $count ->
    [one] 1 Tree
   *[other] { $count } Trees
    }
some-automaton = { $count ->
    [one] 1 Automaton
   *[other] { $count } Automatons
    }

## Mood

track-hope = Hope
track-discontent = Discontent

mood-greed = Greed
mood-apathy = Apathy
mood-anger = Anger
mood-motivation = Motivation
mood-care = Care
mood-justice = Justice

## Heat

insulation-red = red
insulation-orange = orange
insulation-yellow = yellow
insulation-blue = blue
insulation-white = white

range-red = the Red Heat Range
range-orange = the Orange Heat Range
range-yellow = the Yellow Heat Range

## The round

phase-setup = Setup
phase-dawn = Dawn
phase-morning = Morning
phase-generator = Generator
phase-weather = Weather
phase-preparation = Preparation
phase-action = Action
phase-dusk = Dusk
phase-hunger = Hunger
phase-night = Night

action-remove_snow = Remove Snow
action-gather = Gather Resources
action-construct = Construct
action-use_building = Use a Building
action-deploy_scouts = Deploy Scouts
action-special_action = Special Action

## Places

ring-generator = the Generator tile
ring-near = the Near tiles
ring-far = the Far tiles

board-space-generator = { $label } (Generator tile)
board-space-near = { $label } (Near)
board-space-far = { $label } (Far)
board-cell-near = { $label } (Near)
board-cell-far = { $label } (Far)
board-corner = corner { $number }
board-stack = Expedition { $number }

board-tile = { $shows }
board-tile-empty = bare ground

board-zone-resolving = the table
board-zone-event = the Event display
board-zone-scenario = the Scenario display
board-zone-law = its Law

## Cards and seats

letter-a = A
letter-b = B
letter-c = C

deck-morning = Morning card
deck-dusk_start = Dusk card
deck-dusk = Dusk card
deck-dispute = Social Dispute
deck-consequence = Law Consequence
deck-law = Law
deck-technology = Technology
deck-citizen = Citizen card
deck-weather = Weather card
deck-expedition = Expedition card
deck-scenario = Scenario card

board-mark = card #{ $id }
board-seat = seat { $number }

## Ends

loss-no_hope = the last Hope is gone
loss-banished = the people no longer follow you; you are banished
loss-explosion = the Generator has exploded
loss-sickness = sickness has overrun the City
loss-hunger = hunger has overrun the City
loss-deaths = too many have died
loss-not_won = the last Night is over and the goal was not reached
loss-scenario = what was feared has come
