# Names of Buildings, Societies, Advisors and scenarios, and the labels of their options.

## Buildings

building-generator = Generator
building-generator-relieve = Relieve the pressure
building-generator-overhaul = Overhaul it with a Steam Core
building-cookhouse = Cookhouse
building-cookhouse-hope = Serve a warm meal to lift Hope
building-cookhouse-discontent = Serve a warm meal to ease Discontent
building-platform = Platform
building-platform-law = Proclaim a Law
building-workshop = Workshop
building-workshop-work = Upgrade and research
building-charcoal_kiln = Charcoal Kiln
building-charcoal_kiln-burn = Burn wood to charcoal
building-hunters_hut = Hunter's Hut
building-hunters_hut-hunt = Go hunting
building-gathering_post = Gathering Post
building-gathering_post-collect = Collect from all around
building-factory = Factory
building-factory-assemble = Assemble an Automaton
building-sawmill = Sawmill
building-sawmill-saw = Saw a tree
building-medical_post = Medical Post
building-medical_post-cure = Cure the sick
building-medical_post-treat = Treat a grave case
building-medical_post-trained = Let the trained hands treat two
building-beacon = Beacon
building-coal_thumper = Coal Thumper
building-coal_thumper-thump = Bring coal to the surface
building-infirmary = Infirmary
building-infirmary-cure = Cure the sick
building-infirmary-treat = Treat the gravely ill
building-hothouse = Hothouse
building-hothouse-harvest = Harvest
building-coal_mine = Coal Mine
building-coal_mine-mine = Mine coal
building-wall_drill = Wall Drill
building-wall_drill-drill = Drill frozen wood from the wall
building-house = House
building-bunkhouse = Bunkhouse
building-tent = Tent
building-ruins = Ruins
building-child_shelter = Child Shelter
building-care_house = Care House
building-care_house-cure = Look after the sick
building-care_house-devoted = Care for them day and night
building-fighting_arena = Fighting Arena
building-fighting_arena-fight = Hold a bout
building-public_house = Public House
building-public_house-drink = Pour a round
building-field_kitchen = Field Kitchen
building-cemetery = Cemetery
building-cemetery-bury = Bury the dead
building-temple = Temple
building-temple-pray = Hold a service
building-faith_keepers = Faith Keepers
building-faith_keepers-watch = Watch over what is coming
building-snow_pit = Snow Pit
building-propaganda_centre = Propaganda Centre
building-propaganda_centre-inspire = Drive others to work on
building-agitator = Agitator
building-agitator-speak = Talk the crowd down
building-prison = Prison
building-prison-ration = Cut the prisoners' rations

## Societies

society-1-normal = Society I
society-1-hard = Society I, hard
society-2-normal = Society II
society-2-hard = Society II, hard
society-3-normal = Society III
society-3-hard = Society III, hard
society-4-normal = Society IV
society-4-hard = Society IV, hard
society-5-normal = Society V
society-5-hard = Society V, hard
society-6-normal = Society VI
society-6-hard = Society VI, hard

## Advisors

advisor-generator = Generator Advisor
advisor-generator-vent = Vent the Generator
advisor-health = Health Advisor
advisor-health-cure = Cure the sick
advisor-social = Social Advisor
advisor-social-calm = Calm the city
advisor-foreman = Foreman Advisor
advisor-foreman-rest = Let someone rest
advisor-foreman-wood = Bring in wood
advisor-foreman-coal = Bring in coal

## Scenarios

scenario-crater = A New Home: Crater
