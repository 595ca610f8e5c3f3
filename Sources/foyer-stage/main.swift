print("stage")
